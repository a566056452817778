/** Members that a request invents: every name by which the server's code calls something, with values that name another owner. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import type { Queries } from '../../../src/db/database.ts'
import type { ApiDescription, Schema } from '../docs/openapi.ts'
import { columnsOf } from '../privacy/stored-data.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** The owner whom the invented members name: a customer of the sample shop. */
export const OTHER = { customerId: 2, subject: 'member:2', externalId: 'auth0|6740c2f1b3a9e5d80f1c7e24' }

/** The kinds of values, each of which could name the other owner, lift a bound, or clear a field. */
export const KINDS: Readonly<Record<string, unknown>> = {
  number: OTHER.customerId,
  subject: OTHER.subject,
  'external id': OTHER.externalId,
  'large number': Number.MAX_SAFE_INTEGER,
  null: null,
}

/** Headers by which proxies and frameworks name a user, an address, a method or a path. */
export const PROXY_HEADERS = [
  ...['X-User-Id', 'X-User', 'X-Customer-Id', 'X-Account-Id', 'X-Cart-Id', 'X-Guest-Id', 'X-Member-Id', 'X-Owner'],
  ...['X-Forwarded-User', 'X-Forwarded-Email', 'X-Forwarded-Groups', 'X-Remote-User', 'Remote-User', 'Remote-Groups'],
  ...['X-Auth-Request-User', 'X-Auth-Request-Email', 'X-Auth-Request-Access-Token', 'X-Authenticated-Userid'],
  ...['X-Consumer-Id', 'X-Consumer-Custom-Id', 'X-Credential-Identifier', 'X-Amzn-Oidc-Identity', 'X-Amzn-Oidc-Data'],
  ...['X-Goog-Authenticated-User-Id', 'X-Ms-Client-Principal-Id', 'X-Token-Subject', 'X-Jwt-Claim-Sub', 'X-Scope'],
  ...['X-Scopes', 'X-Roles', 'X-Authorization', 'X-Access-Token', 'X-Api-Key', 'Proxy-Authorization'],
  ...['X-Real-Ip', 'X-Client-Ip', 'True-Client-Ip', 'Cf-Connecting-Ip', 'X-Forwarded-For', 'Forwarded', 'Via'],
  ...['X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Forwarded-Prefix', 'X-Forwarded-Uri', 'X-Original-Uri'],
  ...['X-Tenant-Id', 'X-Shop-Id', 'X-Session-Id', 'X-Act-As', 'X-Impersonate-User', 'Impersonate-User'],
]
/** Headers that name another method or path. */
export const OVERRIDES: Readonly<Record<string, string>> = {
  'X-HTTP-Method-Override': 'DELETE',
  'X-HTTP-Method': 'DELETE',
  'X-Method-Override': 'DELETE',
  'X-Original-URL': '/api/v3/admin/customers/2',
  'X-Rewrite-URL': '/api/v3/admin/customers/2',
}

/** Names to invent, none of them twice. */
export interface InventedNames {
  /** Parameters of statements, columns of the database, words of the API, claims of tokens, and what objects inherit. */
  known: string[]
  /** Members of all types in the server's code. */
  members: string[]
}

/** Reads the names from the server's code, its database, its API and a token. */
export async function inventedNames(database: Queries, api: ApiDescription, token: string): Promise<InventedNames> {
  const code = globSync('src/**/*.ts', { cwd: ROOT })
    .filter(path => !/^src\/(client|openapi|playground|cli)\/|\.(test|docs)\.ts$/.test(path))
    .map(path => readFileSync(join(ROOT, path), 'utf8'))
    .join('\n')
  const parameters = [...code.matchAll(/\bparameter\('(\w+)'\)/g)].map(([, name = '']) => name)
  const members = [...code.matchAll(/^ {2,6}(?:readonly )?([a-z]\w+)\??: /gm)].map(([, name = '']) => name)
  const columns = (await columnsOf(database)).map(name => name.split('.')[1] ?? '')
  const words = wordsOf(api)
  const claims = [...Object.keys(decodeJwt(token)), 'sub', 'act', 'sid', 'azp', 'client_id', 'typ']
  const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'toJSON']
  const known = new Set([...parameters, ...columns, ...words, ...claims, ...inherited])
  return { known: [...known], members: [...new Set(members)].filter(name => !known.has(name)) }
}

/** @returns the names of all properties and parameters that a description has at any depth */
function wordsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsOf)
  if (typeof value !== 'object' || value === null) return []
  const { properties, name, in: place } = value as { properties?: unknown; name?: unknown; in?: unknown }
  const named = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  return [...named, ...(typeof name === 'string' && place ? [name] : []), ...Object.values(value).flatMap(wordsOf)]
}

/** Adds members to an object and to every object in it, except those that the schema of the place names. */
export function withInvented(value: unknown, schema: Schema, { api, members }: Invention): unknown {
  const { properties, items } = shapeOf(schema, api)
  if (Array.isArray(value)) return value.map(each => withInvented(each, items ?? {}, { api, members }))
  if (typeof value !== 'object' || value === null || !properties) return value
  const own = Object.entries(value).map(([name, member]) => [
    name,
    withInvented(member, properties[name] ?? {}, { api, members }),
  ])
  const invented = members.filter(([name]) => !Object.hasOwn(properties, name) && !Object.hasOwn(value, name))
  return fromEntries([...invented, ...own] as [string, unknown][])
}

/** What to add, and the description whose schemas tell what is known. */
export interface Invention {
  api: ApiDescription
  members: [name: string, value: unknown][]
}

/** Unlike `Object.fromEntries` alone, the result can be written as JSON with a member named `__proto__`. */
function fromEntries(entries: [string, unknown][]): object {
  const result = Object.create(null)
  for (const [name, value] of entries) Object.defineProperty(result, name, { value, enumerable: true })
  return result
}

/** @returns the properties and the items that a schema names, of any of its alternatives */
function shapeOf(schema: Schema, api: ApiDescription): Pick<Schema, 'properties' | 'items'> {
  const [, reference = ''] = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '') ?? []
  const own = reference ? (api.components.schemas[reference] ?? {}) : schema
  // An open record: its names are not described.
  if (own.additionalProperties === true) return {}
  const alternatives = (own.anyOf ?? []).map(each => shapeOf(each, api))
  const properties = [own, ...alternatives].flatMap(each => (each.properties ? [each.properties] : []))
  const items = [own, ...alternatives].find(each => each.items)?.items
  return {
    ...(properties.length > 0 && { properties: Object.assign({}, ...properties) }),
    ...(items && { items }),
  }
}
