/** Requests to an operation by its description: with values that it allows, and with one that it forbids. */

import fc from 'fast-check'
import { CAMPAIGNS } from '../../../../src/api-paths.ts'
import { exampleToken } from '../../docs/example-fixtures.ts'
import type { ApiDescription, DescribedOperation, Operation } from '../../docs/openapi.ts'
import { type Bearer, CODED_CAMPAIGN } from '../../resilience/fuzz/fixture.ts'
import { bearersOf } from '../../resilience/fuzz/requests.ts'
import type { Place } from './refusals.ts'
import { typeOf, valuesOf } from './values.ts'
import { type Violated, violationsOf } from './violations.ts'

type Parameter = Operation['parameters'][number]

/** A request before its `{{names}}` are replaced. */
export interface FormRequest {
  bearer: Bearer
  method: string
  path: string
  headers: Record<string, string>
  /** Undefined for a request without a body. */
  body?: unknown
}

/** A request with a violation. */
export interface ForbiddenRequest extends FormRequest {
  /** What is forbidden: the pointer, or the name of the parameter or header. */
  where: Place
  keyword: string
}

/** Values of parameters in paths that exist. */
const existing: Readonly<Record<string, string>> = {
  itemId: '{{item}}',
  id: '{{customer}}',
  code: '{{coupon}}',
  name: '{{webhook}}',
  reference: '{{reference}}',
  subject: '{{subject}}',
  externalId: 'u1',
  items: '101:1',
  file: 'keten-gomlek.png',
  sheet: 'base.css',
  page: 'errors',
  path: 'adim-2',
}

function existingOf(template: string, name: string): string {
  if (!template.startsWith(CAMPAIGNS) || name !== 'id') return existing[name] ?? 'x'
  return /\/(codes|batches)$/.test(template) ? String(CODED_CAMPAIGN) : '{{campaign}}'
}

/** Generates requests that the description allows. @param free whether parameters of the path have any allowed value */
export function allowedRequests(described: DescribedOperation, api: ApiDescription): fc.Arbitrary<FormRequest> {
  const template = templateOf(described)
  const { parameters } = described.operation
  const existingPath = fc.constant(template.replace(/\{(\w+)\}/g, (_, name: string) => existingOf(template, name)))
  const anyPath = fc
    .tuple(...parameters.filter(each => each.in === 'path').map(each => segmentsOf(each, api)))
    .map(values => values.reduce((path, [name, value]) => path.replace(`{${name}}`, () => value), template))
  return fc
    .record({
      path: fc.oneof({ weight: 3, arbitrary: existingPath }, { weight: 1, arbitrary: anyPath }),
      query: chosen(
        parameters.filter(each => each.in === 'query'),
        api,
      ),
      headers: chosen(
        parameters.filter(each => each.in === 'header'),
        api,
      ),
      bearer: fc.constantFrom(...bearersOf(described.operation)),
      body: bodiesOf(described.operation, api),
    })
    .map(({ path, query, headers, bearer, body }) => ({
      bearer,
      method: described.method,
      path: path + queryOf(query),
      headers: { ...cookieOf(described.operation), ...headers },
      ...(body !== undefined && { body }),
    }))
}

/** Generates requests with one violation each; empty where the description forbids nothing. */
export function forbiddenRequests(
  described: DescribedOperation,
  api: ApiDescription,
): fc.Arbitrary<ForbiddenRequest>[] {
  const { operation, method } = described
  const template = templateOf(described)
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => existingOf(template, name))
  const base = fc.record({
    bearer: fc.constantFrom(...bearersOf(operation)),
    body: exampleOf(operation),
    query: requiredOf(operation.parameters, api),
  })
  const usual = base.map(({ bearer, body, query }) => ({
    bearer,
    method,
    path,
    query,
    headers: cookieOf(operation),
    ...(body !== undefined && { body }),
  }))
  const ofParameters = operation.parameters.flatMap((each): fc.Arbitrary<ForbiddenRequest>[] => {
    const texts = wrongTexts(each, api)
    if (!texts) return []
    return [
      fc.tuple(usual, texts).map(([request, { value, keyword }]) => {
        const text = String(value)
        if (each.in === 'path') {
          const filled = template.replace(`{${each.name}}`, () => encodeURIComponent(text))
          const rest = filled.replace(/\{(\w+)\}/g, (_, name: string) => existingOf(template, name))
          return { ...withQuery(request, rest), where: { path: each.name }, keyword }
        }
        if (each.in === 'header')
          return {
            ...withQuery(request, path),
            headers: { ...request.headers, [each.name]: text },
            where: { header: each.name },
            keyword,
          }
        const query = { ...request.query, [each.name]: text }
        return { ...withQuery({ ...request, query }, path), where: { parameter: each.name }, keyword }
      }),
    ]
  })
  const schema = operation.requestBody?.content['application/json']?.schema
  const bodies = schema && violationsOf(schema, api)
  const ofBody = bodies
    ? [
        fc.tuple(usual, bodies).map(([request, { value, pointer, keyword }]) => ({
          ...withQuery(request, path),
          body: value,
          where: { pointer },
          keyword,
        })),
      ]
    : []
  return [...ofParameters, ...ofBody]
}

function templateOf({ name }: DescribedOperation): string {
  return name.slice(name.indexOf(' ') + 1)
}

function withQuery<T extends { query: Record<string, string> }>({ query, ...request }: T, path: string) {
  return { ...request, path: path + queryOf(query) }
}

function cookieOf({ security }: Operation): Record<string, string> {
  return security.some(({ webSession }) => webSession) ? { Cookie: '{{session}}' } : {}
}

/** The first documented example of a body. */
function exampleOf({ requestBody }: Operation): fc.Arbitrary<unknown> {
  const { examples = {} } = requestBody?.content['application/json'] ?? {}
  const [example] = Object.values(examples)
  if (example?.value === undefined) return fc.constant(undefined)
  return fc.constant(JSON.parse(JSON.stringify(example.value).replaceAll(exampleToken, '{{freshGuest}}')))
}

function bodiesOf({ requestBody }: Operation, api: ApiDescription): fc.Arbitrary<unknown> {
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return fc.constant(undefined)
  const values = valuesOf(schema, api)
  return requestBody.required ? values : fc.oneof({ weight: 6, arbitrary: values }, fc.constant(undefined))
}

/** Texts of a parameter. One in a header has no control characters and no spaces around it; each is as UTF-8 can carry it. */
function textsOf({ in: place, schema }: Parameter, api: ApiDescription): fc.Arbitrary<string> {
  const texts = valuesOf(schema, api).map(String)
  if (place === 'header') return texts.filter(isHeaderValue)
  return texts.filter(text => encodeURIComponent(text).length < 3_000)
}

function isHeaderValue(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text) && text.trim() === text
}

/** Segments of dots alone are removed from a path by every client (RFC 3986 section 5.2.4), and none is empty. */
function segmentsOf(parameter: Parameter, api: ApiDescription): fc.Arbitrary<[name: string, value: string]> {
  return textsOf(parameter, api)
    .filter(text => text !== '' && !/^\.\.?$/.test(text))
    .map(text => [parameter.name, encodeURIComponent(text)])
}

/** Generates values of the required parameters and of some others. */
function chosen(parameters: Parameter[], api: ApiDescription): fc.Arbitrary<Record<string, string>> {
  const optional = parameters.filter(each => !each.required)
  const few = fc.subarray(optional, { maxLength: Math.min(2, optional.length) })
  return few.chain(some => recordOf([...parameters.filter(each => each.required), ...some], api))
}

function requiredOf(parameters: Parameter[], api: ApiDescription): fc.Arbitrary<Record<string, string>> {
  return recordOf(
    parameters.filter(each => each.in === 'query' && each.required),
    api,
  )
}

function recordOf(parameters: Parameter[], api: ApiDescription): fc.Arbitrary<Record<string, string>> {
  return fc.record(Object.fromEntries(parameters.map(each => [each.name, textsOf(each, api)])))
}

function queryOf(query: Record<string, string>): string {
  const pairs = Object.entries(query).map(each => each.map(encodeURIComponent).join('='))
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** Texts of a parameter that break its schema; undefined where it allows every text. */
function wrongTexts(parameter: Parameter, api: ApiDescription): fc.Arbitrary<Violated> | undefined {
  const { schema, in: place } = parameter
  const isNumber = ['integer', 'number', 'boolean'].includes(typeOf(schema))
  const violated = violationsOf(schema, api)
  // Every parameter is a text: for a text no other type exists, for a number `x` and nothing are of another type.
  const others = isNumber
    ? fc.constantFrom('x', '', '1e', ' 1').map(value => ({ value, pointer: '', keyword: 'type' }))
    : undefined
  const texts = violated?.filter(
    ({ keyword, value }) => keyword !== 'type' && (place !== 'path' || isSegment(String(value))),
  )
  const all = [
    others?.filter(({ value }) => place !== 'path' || isSegment(value)),
    isBounded(parameter) ? texts : undefined,
  ]
  const given = all.filter(each => each !== undefined)
  if (given.length === 0) return undefined
  const any = fc.oneof(...given).filter(({ value }) => encodeURIComponent(String(value).toWellFormed()).length < 12_500)
  return place === 'header' ? any.filter(({ value }) => isHeaderValue(String(value)) && value !== '') : any
}

/** Whether a schema has a keyword beside its type. */
function isBounded({ schema }: Parameter): boolean {
  const { minimum, maximum, minLength = 0, maxLength, pattern, format, enum: words, const: word } = schema
  const limits = [minimum, maximum, maxLength, pattern, words, word, format === 'int64' ? undefined : format]
  return minLength > 0 || limits.some(each => each !== undefined)
}

function isSegment(text: string): boolean {
  return text !== '' && !/^\.\.?$/.test(text) && text.isWellFormed()
}
