/** Builds the responses of an operation: its documents with recorded examples, and its errors. */

import { STATUS_CODES } from 'node:http'
import type { FastifyContextConfig } from 'fastify'
import { type RefusalCode, titleOf } from '../errors.ts'
import type { ResponseHeader } from '../http/operation-docs.ts'
import { acceptHeaderOf, JSON_TYPE } from '../http/request/body-types.ts'
import { Errors } from '../http/response/error.document.ts'
import { errorDocument } from '../http/response/error-handler.ts'
import { errorExampleOf } from './error-examples.ts'
import { headersOf } from './headers.ts'
import { isUnreadable, refusalsOf } from './refusals.ts'
import type { Route } from './route.ts'

/** Recorded responses of a real server to the examples, by operation id and example name. */
export type RecordedResponses = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Descriptions by status of responses with several codes. */
const commonDescriptions: Record<number, string> = {
  400: 'The request cannot be read, or a parameter is wrong.',
  401: 'The access token is missing, invalid, or not of the kind that this endpoint takes.',
  403: 'The caller may not do this.',
  422: 'Fields of the body are invalid. Each error names its field.',
  503: 'Temporarily unavailable. Repeat the request after the seconds in `Retry-After`.',
}

/**
 * Builds the responses of a route.
 *
 * @param answers the recorded responses to the examples
 * @returns OpenAPI response objects by HTTP status
 */
export function responsesOf(route: Route, answers: RecordedResponses): Record<string, object> {
  const refusals = [...refusalsOf(route)].map(([status, codes]) => [status, refusal(route, status, codes)] as const)
  return Object.fromEntries([...refusals, ...documents(route, answers), ...others(route), ...notModified(route)])
}

function documents({ schema, config }: Route, answers: RecordedResponses): [string, object][] {
  const { mediaType = JSON_TYPE } = config
  return Object.entries(schema.response ?? {}).map(([status, document]) => {
    const examples = examplesOf(config, Number(status), answers)
    return [
      status,
      {
        description: STATUS_CODES[status] ?? status,
        headers: headersOf(Number(status), addedHeaders(config, status)),
        content: { [mediaType]: { schema: document, ...(examples && { examples }) } },
      },
    ]
  })
}

function examplesOf({ docs }: FastifyContextConfig, status: number, answers: RecordedResponses): object | undefined {
  const shown = Object.entries(docs?.examples ?? {}).filter(([, example]) => example.status === status)
  if (shown.length === 0) return undefined
  const recorded = answers[docs?.name ?? '']
  const examples = shown.map(([name, { summary, given }]) => [
    name,
    { summary, ...descriptionOf(given), value: recorded?.[name] },
  ])
  return Object.fromEntries(examples)
}

/**
 * Returns the description of an example: the state before the request.
 *
 * @param given words that complete the sentence "Given …"
 * @returns an object with `description`, without it if `given` is undefined
 */
export function descriptionOf(given: string | undefined): { description?: string } {
  return given === undefined ? {} : { description: `Given ${given}.` }
}

function others({ config }: Route): [string, object][] {
  const { docs } = config
  return Object.entries(docs?.otherResponses ?? {}).map(([status, type]) => {
    // Without values: recorded are JSON responses alone.
    const examples = examplesOf(config, Number(status), {})
    return [
      status,
      {
        description: STATUS_CODES[status] ?? status,
        headers: headersOf(Number(status), docs?.headers?.[Number(status)]),
        ...(type !== null && { content: { [type]: { ...(examples && { examples }) } } }),
      },
    ]
  })
}

/** The headers that a route adds to a success: those of its docs, and the tag of a conditional read or write. */
function addedHeaders({ etag, precondition, docs }: FastifyContextConfig, status: string): readonly ResponseHeader[] {
  const isTagged = (etag || precondition === 'if-match') && Number(status) < 300
  return [...(docs?.headers?.[Number(status)] ?? []), ...(isTagged ? (['ETag'] as const) : [])]
}

/** The 304 of a conditional read: it has the headers of the 200 (RFC 9110 section 15.4.5). */
function notModified({ config }: Route): [string, object][] {
  if (!config.etag) return []
  return [['304', { description: STATUS_CODES[304], headers: headersOf(304, addedHeaders(config, '200')) }]]
}

function refusal(route: Route, status: number, codes: RefusalCode[]): object {
  const { mediaType = JSON_TYPE, errorBody = true, docs } = route.config
  const types = new Set([...(isUnreadable(status) ? [JSON_TYPE] : []), ...(errorBody ? [mediaType] : [])])
  const examples = Object.fromEntries(codes.map(code => [code, exampleOfError(code, route)]))
  const content = Object.fromEntries([...types].map(type => [type, { schema: Errors, examples }]))
  return {
    description: describeRefusal(status, codes),
    headers: headersOf(status, [...acceptHeaders(route, status), ...(docs?.headers?.[status] ?? [])]),
    ...(types.size > 0 && { content }),
  }
}

/** The headers that name what an endpoint takes. */
function acceptHeaders({ method }: Route, status: number): ResponseHeader[] {
  return status === 415 ? [acceptHeaderOf(method), 'Accept-Encoding'] : []
}

function describeRefusal(status: number, codes: RefusalCode[]): string {
  const [first, ...rest] = codes
  if (first && rest.length === 0) return `${titleOf(first)}.`
  return commonDescriptions[status] ?? STATUS_CODES[status] ?? String(status)
}

function exampleOfError(code: RefusalCode, route: Route): object {
  return { summary: titleOf(code), value: JSON.parse(errorDocument([errorExampleOf(code, route)])) }
}
