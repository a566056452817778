/**
 * Checks of every response to a fuzzed request: documented, in the error envelope, authorized, and without internal
 * details.
 */

import assert from 'node:assert/strict'
import { type RefusalCode, statusOf } from '../../../../src/errors.ts'
import { parseInstant } from '../../../../src/schema/instants.ts'
import {
  type ApiDescription,
  type Content,
  type Operation,
  pathFinder,
  schemaJudge,
  withoutRequired,
} from '../../docs/openapi.ts'
import type { RawAnswer } from '../../http/raw-http.ts'
import { scopesOf } from './fixture.ts'
import { type FuzzRequest, isPublic } from './requests.ts'

/**
 * Checks a response.
 * @returns the operation that it belongs to
 * @throws AssertionError
 */
export type CheckResponse = (request: FuzzRequest, target: string, answer: RawAnswer) => Operation | undefined

const INSIDE =
  /node_modules|\bat \S+ \(|\/src\/|\.ts:\d+|\bselect .* from\b|\binsert into\b|sqlite|postgres|kysely|typebox/i

/** Creates the checks for one service. */
export function createResponseChecker(api: ApiDescription): CheckResponse {
  const find = pathFinder(api)
  const contradiction = schemaJudge(api)
  // A request may write a time in every form that is read.
  const contradictionOfRequest = schemaJudge(api, text => parseInstant(text) !== null)
  const contradictionOfSelected = schemaJudge(withoutRequired(api))
  return (request, target, answer) => {
    assertSilent(answer)
    const operations = find(target)
    const operation = operations?.[request.method === 'HEAD' ? 'get' : request.method.toLowerCase()]
    if (!operation) {
      // `*` is the server itself (RFC 9110 section 7.1), and has the methods of its first page.
      if (target !== '*') assertNoOperation(operations, answer)
      return undefined
    }
    assertPermitted(operation, request, answer.status)
    const problem =
      answer.body === '' ? explainEmpty(operation, request, answer) : explainBody(operation, target, answer)
    if (answer.status < 300) assertBodyDocumented(operation, request)
    assert.equal(problem, null, `${operation.operationId} ${answer.status}: ${answer.body}`)
    return operation
  }

  /** Asserts that an accepted body matches the documented schema. */
  function assertBodyDocumented({ operationId, requestBody }: Operation, { headers, body }: FuzzRequest): void {
    const schema = requestBody?.content['application/json']?.schema
    if (!schema || !body || body.text === '' || 'Content-Length' in headers) return
    const text = body.text.replace(/^\ufeff/, '').replaceAll('{{subject}}', 'member:1')
    assert.equal(contradictionOfRequest(schema, JSON.parse(text)), null, `${operationId} took it`)
  }

  /** @returns how the body contradicts the description; null when it does not */
  function explainBody({ responses }: Operation, target: string, { status, headers, body }: RawAnswer): string | null {
    const type = headers['content-type']?.replace(/;.*/, '') ?? 'no type'
    const content = responses[status]?.content?.[type]
    if (!content) return `${type} is not documented for ${status}`
    if (!content.schema) return null
    const json = JSON.parse(body)
    const judge = selectsFields(target) && status < 300 ? contradictionOfSelected : contradiction
    return judge(content.schema, json) ?? undocumentedCode(content, json)
  }
}

/** Whether a request leaves fields of its answer out, also those that the schema requires. */
function selectsFields(target: string): boolean {
  return /[?&]fields(\[|%5b)/i.test(target)
}

/** Asserts that each error code has an example in the description of the operation. */
function undocumentedCode({ examples }: Content[string], json: unknown): string | null {
  const { errors = [] } = json as { errors?: { code: string }[] }
  const unknown = errors.map(({ code }) => code).filter(code => !Object.hasOwn(examples ?? {}, code))
  return unknown.length > 0 ? `${unknown} is not documented` : null
}

/**
 * Asserts that there is no server error and no internal detail, and that a JSON error has known codes for the status.
 */
function assertSilent({ status, headers, body }: RawAnswer): void {
  assert.ok(status >= 200 && status < 500, `${status} ${body}`)
  if (status < 400 || body === '') return
  assert.doesNotMatch(body, INSIDE)
  assert.match(headers['content-type'] ?? '', /^application\/(vnd\.api\+)?json$/)
  assertEnvelope(status, JSON.parse(body))
}

/** @returns why an empty body contradicts the description; null when it does not */
function explainEmpty(operation: Operation, { method }: FuzzRequest, { status }: RawAnswer): string | null {
  if (!operation.responses[status]) return `${status} is not documented`
  return method === 'HEAD' || mayBeEmpty(operation, status) ? null : 'the body is missing'
}

/** Asserts that each error has the status of the response and a known code. */
function assertEnvelope(status: number, json: unknown): void {
  const { errors } = json as {
    errors: { status: string; code: RefusalCode; detail: string; source?: { pointer?: string } }[]
  }
  assert.ok(errors.length > 0)
  for (const { status: text, code, detail, source } of errors) {
    assert.equal(Number(text), status)
    assert.equal(statusOf({ code, ...(source?.pointer !== undefined && { pointer: source.pointer }) }), status)
    assert.ok(detail.length > 0)
  }
}

/** A path that is not documented answers 404, and a method 405, unless the request cannot be parsed: then a redirect where GET is one. */
function assertNoOperation(operations: Record<string, Operation> | undefined, { status, headers }: RawAnswer): void {
  const unparsed = operations?.get?.responses[302] ? [302] : [400, 431]
  const expected = [operations ? 405 : 404, ...unparsed]
  assert.ok(expected.includes(status), `${status} for what is not documented`)
  if (status === 405) assert.ok(headers.allow)
}

/** Asserts that a successful request had one of the required scopes. */
function assertPermitted({ operationId, security }: Operation, { bearer, headers }: FuzzRequest, status: number): void {
  const needed = security.flatMap(({ accessToken = [] }) => accessToken)
  if (needed.length === 0 || security.some(isPublic) || status >= 400) return
  const held = scopesOf[bearer] ?? []
  assert.ok(
    needed.some(scope => held.includes(scope)),
    `${operationId} let ${bearer} in: ${JSON.stringify(headers)}`,
  )
}

/** Pages and redirects refuse without a body. */
function mayBeEmpty({ responses }: Operation, status: number): boolean {
  const isForBrowsers = [200, 302].some(each => {
    const types = Object.keys(responses[each]?.content ?? {})
    return responses[each] && !types.some(type => type.includes('json'))
  })
  return responses[status]?.content === undefined || isForBrowsers
}
