/** The published JSON Schemas of the Universal Commerce Protocol, as they judge answers: each version's own. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { isObject } from '../../../src/schema/is-object.ts'
import type { UcpVersion } from '../../../src/ucp/versions.ts'
import type { SchemaName } from './schemas.ts'

const DATA = join(import.meta.dirname, '../../data/ucp')

/** Kinds of answers with a published schema, and messages of JSON-RPC: protocol errors of REST have none. */
export type Published = Exclude<SchemaName, 'refusal'> | 'result' | 'rpcError'

const common = {
  cart: 'schemas/shopping/discount.json#/$defs/dev.ucp.shopping.cart',
  lookup: 'schemas/shopping/catalog_lookup.json#/$defs/lookup_response',
  product: 'schemas/shopping/catalog_lookup.json#/$defs/get_product_response',
  search: 'schemas/shopping/catalog_search.json#/$defs/search_response',
}

/** Where the schema of each kind of answer stands. */
const places: Record<UcpVersion, Partial<Record<Published, string>>> = {
  '2026-08-25': {
    ...common,
    profile: 'schemas/profile.json#/$defs/business_schema',
    error: 'schemas/common/types/error_response.json',
    result: 'schemas/transports/jsonrpc.json#/$defs/success_response',
    rpcError: 'schemas/transports/jsonrpc.json#/$defs/error_response',
  },
  '2026-04-08': {
    ...common,
    profile: 'discovery/profile_schema.json#/$defs/business_profile',
    error: 'schemas/shopping/types/error_response.json',
  },
}

/** Capabilities with a schema of their own in the profile. */
const declarations: Partial<Record<UcpVersion, Record<string, string>>> = {
  '2026-08-25': {
    'dev.ucp.shopping.permalink': 'schemas/shopping/permalink.json#/$defs/dev.ucp.shopping.permalink/business_schema',
  },
}

const validators = new Map<string, Ajv2020>()
const compiled = new Map<string, ValidateFunction>()

/** @returns the repository of the schemas with the beginning of its commit */
export function sourceOf(version: UcpVersion): string {
  const { repository, commit } = read(version).source
  return `${new URL(repository).pathname.slice(1)} ${commit.slice(0, 8)}`
}

/** @returns what an answer breaks of the published schema, each with its place; undefined for none, and where the version has no schema of it */
export function publishedContradiction(
  version: UcpVersion,
  name: Published | 'refusal',
  json: unknown,
): string | undefined {
  const place = name === 'refusal' ? undefined : places[version][name]
  const own = place === undefined ? undefined : contradictionAt(version, place, json)
  return own ?? (name === 'profile' ? declarationContradiction(version, json) : undefined)
}

/** A profile's schema leaves the configuration of a capability to the capability's. */
function declarationContradiction(version: UcpVersion, json: unknown): string | undefined {
  const { ucp } = json as { ucp: { capabilities: Record<string, unknown[]> } }
  for (const [name, place] of Object.entries(declarations[version] ?? {})) {
    for (const declared of ucp.capabilities[name] ?? []) {
      const contradiction = contradictionAt(version, place, declared)
      if (contradiction !== undefined) return `${name}: ${contradiction}`
    }
  }
  return undefined
}

function contradictionAt(version: UcpVersion, place: string, json: unknown): string | undefined {
  const id = `https://ucp.dev/${version}/${place}`
  const validate = compiled.get(id) ?? validatorOf(version).compile({ $ref: id })
  compiled.set(id, validate)
  return validate(json) ? undefined : validatorOf(version).errorsText(validate.errors, { dataVar: '$' })
}

function validatorOf(version: UcpVersion): Ajv2020 {
  const known = validators.get(version)
  if (known) return known
  const ajv = addFormats.default(new Ajv2020({ allErrors: true, strict: false }))
  for (const schema of read(version).schemas) ajv.addSchema(forResponses(schema) as object)
  validators.set(version, ajv)
  return ajv
}

interface Vendored {
  source: { repository: string; commit: string }
  schemas: object[]
}

function read(version: UcpVersion): Vendored {
  return JSON.parse(readFileSync(join(DATA, version, 'schemas.json'), 'utf8')) as Vendored
}

/** Applies the annotation `ucp_response` of members: `omit`, `optional` and `required` change which members an answer has. */
export function forResponses(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forResponses)
  if (!isObject(schema)) return schema
  const members = Object.fromEntries(Object.entries(schema).map(([name, each]) => [name, forResponses(each)]))
  const rules = isObject(schema.properties) ? rulesOf(schema.properties) : []
  if (rules.length === 0) return members
  const required = new Set(Array.isArray(members.required) ? members.required : [])
  const properties = { ...(members.properties as Record<string, unknown>) }
  for (const [name, rule] of rules) {
    if (rule === 'required') required.add(name)
    else required.delete(name)
    if (rule === 'omit') properties[name] = false
  }
  return { ...members, properties, required: [...required] }
}

function rulesOf(properties: Record<string, unknown>): [name: string, rule: string][] {
  return Object.entries(properties).flatMap(([name, each]) =>
    isObject(each) && typeof each.ucp_response === 'string' ? [[name, each.ucp_response]] : [],
  )
}
