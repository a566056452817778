/** Sends the example requests of the API description to a real server, and returns its responses. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../../../src/db/database.ts'
import { type Answer, type Call, startService, type TestService } from '../service/service.ts'
import { atExampleTime } from './example-time.ts'
import { exampleItemId, exampleSecret, exampleToken, type Fixture, fixtures } from './example-fixtures.ts'
import type { ApiDescription, Example, Operation } from './openapi.ts'

const SAMPLE = join(import.meta.dirname, '../../../sample/shop.json')

/** Starts a service with the sample shop, which the examples use. @param env settings besides the defaults */
export async function startSampleShop(env: NodeJS.ProcessEnv = {}, engine: Engine = 'sqlite'): Promise<TestService> {
  const service = await startService(engine, env)
  await service.importShop(JSON.parse(readFileSync(SAMPLE, 'utf8')))
  return service
}

/** An example and the response to it. */
export interface Replayed {
  operation: Operation
  /** Empty for an operation that has no example because it needs no parameters. */
  name: string
  /** The status for which the example is documented. */
  status: string
  /** The documented response; undefined when it is not JSON. */
  shown: unknown
  answer: Answer
  /** The JSON response, in which values of this run are replaced by the values of the examples. */
  json: unknown
}

/** Sends every example of a description, one after the other. @returns each example with its response */
export async function replayExamples(service: TestService, api: ApiDescription): Promise<Replayed[]> {
  const replayed: Replayed[] = []
  for (const place of examplesIn(api)) replayed.push(await replay(service, place))
  return replayed
}

/** @returns every example of a description, in its order */
export function examplesIn(api: ApiDescription): Place[] {
  return Object.entries(api.paths).flatMap(([template, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      namesIn(operation).map(name => ({ method: method.toUpperCase(), template, operation, name })),
    ),
  )
}

/** An example, and the operation that it belongs to. */
export interface Place {
  method: string
  template: string
  operation: Operation
  name: string
}

/** Creates the fixture of an example and sends its request. */
async function replay(service: TestService, place: Place): Promise<Replayed> {
  const { operation, name } = place
  const { method, path, call } = await prepareExample(service, place)
  const answer = await service.call(method, path, call)
  const [status, shown] = answerExample(operation, name)
  return { operation, name, status, shown: shown?.value, answer, json: normalise(answer) }
}

/** The request of an example, whose fixture exists. */
export interface PreparedExample {
  method: string
  path: string
  call: Call
}

/** Creates the fixture of an example. @returns its request */
export async function prepareExample(
  service: TestService,
  { method, template, operation, name }: Place,
): Promise<PreparedExample> {
  const parts = partsOf(operation, name)
  const description = parts.map(each => each.description).find(each => each !== undefined) ?? 'Given any client.'
  const [, given = ''] = /^Given (.+)\.$/.exec(description) ?? []
  const createFixture = fixtures[given]
  assert.ok(createFixture, `${operation.operationId} ${name}: there is no fixture for “${description}”`)
  const fixture = await createFixture(service)
  const body = requestExample(operation, name)?.value
  const call: Call = {
    ...(fixture.token !== undefined && { token: fixture.token }),
    headers: { ...(fixture.cookie !== undefined && { Cookie: fixture.cookie }), ...headersOf(operation, name) },
    ...(body !== undefined && { body: JSON.parse(fillIn(JSON.stringify(body), fixture)) }),
  }
  return { method, path: fillIn(pathOf(template, operation, name), fixture), call }
}

/** @returns the names of all examples of an operation */
function namesIn(operation: Operation): string[] {
  const places = [
    ...operation.parameters.map(({ examples }) => examples),
    operation.requestBody?.content['application/json']?.examples,
    ...successes(operation).flatMap(([, { content = {} }]) => Object.values(content).map(({ examples }) => examples)),
  ]
  const names = new Set(places.flatMap(each => Object.keys(each ?? {})))
  return names.size > 0 ? [...names] : ['']
}

/** @returns the parameters, body and response of an example */
function partsOf(operation: Operation, name: string): Example[] {
  const parts = [
    ...operation.parameters.map(({ examples }) => examples?.[name]),
    requestExample(operation, name),
    answerExample(operation, name)[1],
  ]
  return parts.filter(each => each !== undefined)
}

function requestExample({ requestBody }: Operation, name: string): Example | undefined {
  return requestBody?.content['application/json']?.examples?.[name]
}

/**
 * @returns the status and the documented response of an example; without a documented response 304 for a conditional read,
 * and otherwise the first success status
 */
function answerExample(operation: Operation, name: string): [status: string, shown: Example | undefined] {
  for (const [status, { content = {} }] of successes(operation)) {
    for (const { examples } of Object.values(content)) if (examples?.[name]) return [status, examples[name]]
  }
  if ('If-None-Match' in headersOf(operation, name)) return ['304', undefined]
  return [successes(operation)[0]?.[0] ?? '', undefined]
}

function successes({ responses }: Operation) {
  return Object.entries(responses).filter(([status]) => Number(status) < 400)
}

/** @returns the header parameters of an example */
function headersOf({ parameters }: Operation, name: string): Record<string, string> {
  const given = parameters.filter(each => each.in === 'header' && each.examples?.[name])
  return Object.fromEntries(given.map(each => [each.name, String(each.examples?.[name]?.value)]))
}

/** @returns path and query with the values of an example */
function pathOf(template: string, { parameters }: Operation, name: string): string {
  const value = (each: Operation['parameters'][number]) => each.examples?.[name]?.value
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(parameters.filter(each => each.in === 'path' && each.name === key).map(value)[0])),
  )
  const query = parameters
    .filter(each => each.in === 'query' && value(each) !== undefined)
    .map(each => `${encodeURIComponent(each.name)}=${encodeURIComponent(String(value(each)))}`)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

/** Replaces the ids and tokens of the examples by those of the fixture. */
function fillIn(text: string, { itemId = exampleItemId, innerToken = exampleToken }: Fixture): string {
  return text.replace(exampleItemId, itemId).replace(exampleToken, innerToken)
}

/** Line ids, tokens and times differ in each run; conditions are those of the example's time, a Saturday at noon in the shop's time zone. */
export function normalise({ json, text }: Pick<Answer, 'json' | 'text'>): unknown {
  if (json === undefined) return undefined
  const stable = text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, exampleItemId)
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, exampleToken)
    .replace(/whsec_[\w+/=]+/g, exampleSecret)
    .replace(/(?<=cart-link\?c=)[\w-]{32}/g, 'q0Zc8R2mVt1yWb7uKx4nPd9eGh3sLf6A')
    .replace(/"ms":\d+/g, '"ms":85')
    // The times of a period are those of the request.
    .replace(/(?<!"meta":\{"from":"(?:[^"]+","to":")?)\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-11-21T09:00:00.000Z')
    // The delivery of a webhook of another example may have published the event of an export already.
    .replace(/("agentCarts".*"events":\[\{"id":)\d+/, '$1null')
  return JSON.parse(stable, (_, value) => atExampleTime(value))
}
