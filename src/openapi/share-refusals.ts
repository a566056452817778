/** Shared error responses: defines equal error responses of several operations once under `components/responses`. */

import { STATUS_CODES } from 'node:http'
import { JSON_API } from '../http/request/negotiation.ts'

/** The operations by path and lower-case method. */
export type Paths = Record<string, Record<string, Operation>>

/** An operation: the fields that this file reads. */
export interface Operation {
  operationId: string
  responses: Record<string, object>
}

interface Use {
  status: string
  operation: Operation
  response: object
  count: number
}

/**
 * Replaces each error response (4xx, 5xx) that occurs more than once by a reference.
 *
 * @returns the paths with references, and the shared responses by name
 */
export function shareRefusals(paths: Paths): { paths: Paths; responses: Record<string, object> } {
  const shared = [...usesOf(paths)].filter(([, { count }]) => count > 1)
  const responses: Record<string, object> = {}
  const names = new Map<string, string>()
  for (const [text, use] of shared) {
    const name = namesFor(use).find(each => !(each in responses)) ?? text
    responses[name] = use.response
    names.set(text, name)
  }
  const refer = (response: object) => {
    const name = names.get(JSON.stringify(response))
    return name === undefined ? response : { $ref: `#/components/responses/${name}` }
  }
  return { paths: mapValues(paths, methods => mapValues(methods, each => withResponses(each, refer))), responses }
}

function usesOf(paths: Paths): Map<string, Use> {
  const uses = new Map<string, Use>()
  for (const operation of Object.values(paths).flatMap(Object.values<Operation>)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const text = JSON.stringify(response)
      const use = uses.get(text) ?? { status, operation, response, count: 0 }
      if (Number(status) >= 400) uses.set(text, { ...use, count: use.count + 1 })
    }
  }
  return uses
}

/**
 * Candidate names of a shared response: after its code if it has one code (`InsufficientScope`), otherwise after its status
 * (`Unauthorized`), with the prefix `Cart` for JSON:API; then the same with the id of the first operation.
 */
function namesFor({ status, operation, response }: Use): string[] {
  const { content = {} } = response as { content?: Record<string, { examples?: object }> }
  const [code = '', ...more] = Object.keys(Object.values(content)[0]?.examples ?? {})
  const words = code !== '' && more.length === 0 ? code.replaceAll('_', ' ') : (STATUS_CODES[status] ?? status)
  const name =
    (JSON_API in content ? 'Cart' : '') +
    words.replace(/(?:^|[^A-Za-z]+)([A-Za-z])/g, (_, first: string) => first.toUpperCase())
  return [name, `${name}_${operation.operationId}`]
}

function withResponses(operation: Operation, refer: (response: object) => object): Operation {
  return { ...operation, responses: mapValues(operation.responses, refer) }
}

function mapValues<T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
