/** Generates requests to every operation of the API description, with unusual methods, paths, queries and headers. */

import { METHODS } from 'node:http'
import fc from 'fast-check'
import { CAMPAIGNS, IMPORTS } from '../../../../src/api-paths.ts'
import type { ApiDescription, Operation } from '../../docs/openapi.ts'
import { type Body, bodyFor, type Known } from './bodies.ts'
import { type Bearer, bearers } from './fixture.ts'
import {
  accepted,
  campaignInPath,
  codedInPath,
  couponInPath,
  isOfCodes,
  known,
  knownInBodies,
  ownOf,
} from './known-values.ts'
import { mostly, unusualText } from './unusual-values.ts'

/** A request before its `{{names}}` are replaced. */
export interface FuzzRequest {
  method: string
  path: string
  bearer: Bearer
  headers: Record<string, string>
  body: Body | null
}

/**
 * Generates requests to all operations; operations with a token are three times as frequent as the others, which are
 * mostly pages, and those with a body six times, because few bodies are accepted.
 * @param only ids of the operations; all by default
 */
export function anyRequest(api: ApiDescription, only?: ReadonlySet<string>): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(api.paths).flatMap(([template, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => only?.has(operationId) ?? true)
      .map(([method, operation]) => ({
        // An import starts a process of its own, which takes half a second.
        weight: template === IMPORTS ? 4 : weightOf(operation),
        arbitrary: requestTo(api, template, method.toUpperCase(), operation),
      })),
  )
  return fc.oneof(...operations)
}

function weightOf({ security, requestBody }: Operation): number {
  if (!security.some(({ accessToken }) => accessToken)) return 1
  return requestBody ? 6 : 3
}

/** Generates requests to one operation. */
function requestTo(api: ApiDescription, template: string, method: string, operation: Operation) {
  return fc.record({
    method: mostly(fc.constant(method), fc.constantFrom(...METHODS), 12),
    path: pathTo(template, operation),
    bearer: mostly(fc.constantFrom(...bearersOf(operation)), fc.constantFrom(...bearers), 5),
    headers: headersOf(operation),
    body: bodyOf(api, operation, { ...knownInBodies, ...ownOf(template) }),
  })
}

/** @returns the bearers whose tokens the operation accepts; `none` when it needs no token */
export function bearersOf({ security }: Operation): Bearer[] {
  const scopes = security.flatMap(({ accessToken = [] }) => accessToken)
  if (scopes.length === 0 || security.some(isPublic)) return ['none']
  const owners: Record<string, Bearer> = { 'storefront:account': 'member', 'storefront:cart': 'guest' }
  return scopes.map(scope => owners[scope] ?? 'admin')
}

/** Whether a security requirement of an operation is met without a credential. */
export function isPublic(requirement: Operation['security'][number]): boolean {
  return Object.keys(requirement).length === 0
}

/** Generates bodies, and rarely omits a required one or sends an unexpected one. */
function bodyOf(api: ApiDescription, { operationId, requestBody }: Operation, known: Known): fc.Arbitrary<Body | null> {
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return mostly(fc.constant(null), bodyFor({}, api, known), 8)
  const body = bodyFor(schema, api, known)
  const text = JSON.stringify(accepted[operationId])
  const similar = text === undefined ? body : mostly(body, fc.constant({ text, encoding: 'utf8' as const }), 2)
  return mostly(similar, fc.constant(null), 15)
}

const oddSegment = fc.oneof(
  fc.constantFrom('%00', '%2F', '%2e%2e', '..', '%ff', '%', '%zz', '0', '-1', '1e3', '1.0', '9007199254740993', ';a=1'),
  unusualText.map(text => encodeURIComponent(text.toWellFormed()).slice(0, 6_000)),
)

/** Generates paths with their queries. */
function pathTo(template: string, { parameters }: Operation): fc.Arbitrary<string> {
  const inPath = parameters.filter(each => each.in === 'path')
  const campaign = isOfCodes(template) ? codedInPath : campaignInPath
  const inPaths: Known = { code: couponInPath, ...(template.startsWith(CAMPAIGNS) && { id: campaign }) }
  const values: Known = { ...known, ...ownOf(template), ...inPaths }
  const segments = fc.tuple(...inPath.map(({ name }) => mostly(values[name] ?? fc.constant('x'), oddSegment, 4)))
  const path = segments.map(values =>
    inPath.reduce((filled, { name }, index) => filled.replace(`{${name}}`, () => String(values[index])), template),
  )
  return fc
    .tuple(
      mostly(path, path.chain(oddPath), 15),
      queryOf(
        parameters.filter(each => each.in === 'query'),
        values,
      ),
    )
    .map(([filled, query]) => filled + query)
}

function oddPath(path: string): fc.Arbitrary<string> {
  return fc.constantFrom(
    `${path}/`,
    `/${path}`,
    `${path}/..`,
    path.toUpperCase(),
    path.replace('2026-01', '2025-01'),
    `${path}%`,
    `http://other.example${path}`,
    path.replaceAll('/', '\\'),
    path.replace('a', '%61'),
    '*',
  )
}

const oddQuery = fc.oneof(
  fc.constantFrom(
    '?',
    '?&&=',
    '?a=1&a=2',
    '?page=1&page=2',
    '?__proto__[x]=1',
    '?constructor=1',
    '?%',
    '?t=%ff',
    '?include=group',
  ),
  fc.constantFrom(
    '?page=0',
    '?page=1e9',
    '?limit=101',
    '?filter[id][x]=1',
    '?filter=1',
    '?sort=%00',
    '#a',
    '?page=9007199254740993',
  ),
  fc
    .tuple(unusualText, unusualText)
    .map(pair => `?${pair.map(text => encodeURIComponent(text.toWellFormed()).slice(0, 9_000)).join('=')}`),
)

/** Generates queries from the documented parameters; half of them have at most two optional ones, as many at once are seldom all accepted. */
function queryOf(parameters: Operation['parameters'], known: Known): fc.Arbitrary<string> {
  const required = parameters.filter(each => each.required)
  const optional = parameters.filter(each => !each.required)
  const few = fc.subarray(optional, { maxLength: Math.min(2, optional.length) })
  const query = fc.oneof(
    parametersOf(parameters, required, known),
    few.chain(chosen => parametersOf([...required, ...chosen], [...required, ...chosen], known)),
  )
  return mostly(query, oddQuery, 9)
}

/** Generates a query of some parameters, with all that are required. */
function parametersOf(
  parameters: Operation['parameters'],
  required: Operation['parameters'],
  known: Known,
): fc.Arbitrary<string> {
  const values = parameters.map(({ name }) => [name, mostly(known[name] ?? unusualText, unusualText, 15)] as const)
  return fc.record(Object.fromEntries(values), { requiredKeys: required.map(({ name }) => name) }).map(given => {
    const pairs = Object.entries(given).map(([name, value]) => `${encode(name)}=${encode(textOf(value))}`)
    return pairs.length > 0 ? `?${pairs.join('&')}` : ''
  })
}

/** A parameter may have the name of a member of a body, whose values are objects. */
function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** Keeps `{{names}}`, which are replaced later. */
function encode(text: string): string {
  return /^\{\{\w+\}\}$/.test(text) ? text : encodeURIComponent(text.toWellFormed()).slice(0, 3_000)
}

const contentType = fc.constantFrom(
  'application/json',
  'application/vnd.api+json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'text/plain',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  '',
  ';',
  'application/',
  'application/json;charset="',
  'json',
  '*/*',
  'application/json, text/plain',
  'text/csv',
)

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  ...['*/*', '', 'text/html', 'application/vnd.api+json; ext="x"', 'application/vnd.api+json;q=0', ',;=', '"'].map(
    Accept => ({ Accept }),
  ),
  ...['gzip', 'br, identity', 'identity', ''].map(coding => ({ 'Content-Encoding': coding })),
  ...['{{session}}', 'sepet_session=', 'sepet_session=%ff', '=;=;', 'a'.repeat(9_000)].map(Cookie => ({ Cookie })),
  ...['100-continue', 'nonsense'].map(Expect => ({ Expect })),
  ...['chunked', 'gzip', 'chunked, chunked'].map(coding => ({ 'Transfer-Encoding': coding })),
  ...['bytes=0-1', 'bytes=9-1', 'bytes=-', 'x=1'].map(Range => ({ Range })),
  ...['other.example', '', 'a b', '[::1', 'x:99999'].map(Host => ({ Host })),
  ...['0', '-1', 'x', '1, 1'].map(length => ({ 'Content-Length': length, 'Content-Type': 'application/json' })),
  ...['*', '"x", W/"y"', '"', 'W/', '"ş"', '"",'.repeat(3_000)].map(tags => ({ 'If-None-Match': tags })),
  { 'If-Match': '"x"' },
  { 'If-Modified-Since': 'yesterday' },
  { 'X-Forwarded-For': '1.2.3.4, x', 'X-Forwarded-Host': 'evil.example' },
  { 'X-HTTP-Method-Override': 'DELETE' },
  { Origin: 'null', 'Access-Control-Request-Method': 'DELETE' },
  { Connection: 'Upgrade, close', Upgrade: 'websocket' },
  { Purpose: 'prefetch' },
  { 'X-Long': 'a'.repeat(20_000) },
  { 'X-Odd': 'ş\u0001' },
  { 'Bad Name': '1' },
  { authorization: 'Bearer x' },
  { __proto__x: '1', constructor: '1' },
)

/** Few keys, so that requests repeat and contradict each other, and some that are refused. */
const idempotencyKey = fc
  .constantFrom('a', 'a', 'b', '~!"', 'x'.repeat(255), 'x'.repeat(256), '', 'a b')
  .map((key): Record<string, string> => ({ 'Idempotency-Key': key }))

/** Generates headers; an operation for administrators may act for the web session of a browser's cookie. */
function headersOf({ security, parameters }: Operation): fc.Arbitrary<Record<string, string>> {
  const isActing = security.some(({ accessToken = [] }) => accessToken.includes('sessions:act'))
  const acting = fc.constant(isActing ? { Cookie: '{{session}}' } : {})
  const isRepeatable = parameters.some(({ name }) => name === 'Idempotency-Key')
  const usual = isRepeatable ? fc.oneof(acting, idempotencyKey) : acting
  return fc
    .tuple(mostly(fc.constant('application/json'), contentType, 6), mostly(usual, oddHeaders, 3))
    .map(([type, odd]) => ({ 'Content-Type': type, ...odd }))
}
