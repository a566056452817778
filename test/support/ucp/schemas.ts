/**
 * What answers of the agents' door must be, in each version of the Universal Commerce Protocol: the published schemas, and constraints of our own,
 * which refuse a member that the product does not document.
 */

import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { isSpoken, NEWEST_VERSION, UCP_VERSIONS, type UcpVersion, VERSION_RULES } from '../../../src/ucp/versions.ts'
import { publishedContradiction } from './published-schemas.ts'

const text = { type: 'string', minLength: 1 }
const url = { type: 'string', pattern: '^https?://[^\\s]+$' }
const amount = { type: 'integer', minimum: 0 }
const currency = { type: 'string', pattern: '^[A-Z]{3}$' }

type Schema = Record<string, unknown>

function object(required: Record<string, unknown>, optional: Record<string, unknown> = {}): Schema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  }
}

const list = (items: Schema, bounds: Schema = {}): Schema => ({ type: 'array', items, ...bounds })
const versionsOf = (version: UcpVersion) => list(object({ version: { const: version } }), { minItems: 1, maxItems: 1 })

/** The member `ucp` of an answer of an operation with these capabilities, of which the first is needed. */
function envelope(version: UcpVersion, ...names: string[]): Schema {
  const versions = versionsOf(version)
  const [own = '', ...others] = names.map(name => `dev.ucp.shopping.${name}`)
  const optional = Object.fromEntries(others.map(name => [name, versions]))
  return object({
    version: { const: version },
    status: { const: 'success' },
    capabilities: object({ [own]: versions }, optional),
  })
}

const place = { type: 'string', pattern: '^\\$' }
const errorMessage = object(
  {
    type: { const: 'error' },
    code: text,
    content: text,
    severity: { enum: ['recoverable', 'requires_buyer_input', 'requires_buyer_review', 'unrecoverable'] },
  },
  { path: place },
)
const warning = object({ type: { const: 'warning' }, code: text, content: text }, { path: place })
const info = object({ type: { const: 'info' }, content: text }, { code: text, path: place })
const messages = list({ oneOf: [errorMessage, warning, info] }, { minItems: 1 })

/** Entries other than `total` have the sign that their type states; there is one subtotal and one total. */
const total = {
  oneOf: [
    object({ type: { const: 'discount' }, amount: { type: 'integer', exclusiveMaximum: 0 } }),
    object({ type: { enum: ['subtotal', 'fulfillment', 'tax', 'total'] }, amount }),
  ],
}
const once = (type: string) => ({
  contains: { type: 'object', properties: { type: { const: type } }, required: ['type'] },
  minContains: 1,
  maxContains: 1,
})
const totals = { ...list(total), allOf: [once('subtotal'), once('total')] }

const coded = object({ code: text, title: text, amount })
const automatic = object({ title: text, amount, automatic: { const: true } })
/** At most one code applies, and campaigns that the buyer has not chosen. */
const applied = list({ oneOf: [coded, automatic] }, { contains: coded, minContains: 0, maxContains: 1 })

const cartOf = (version: UcpVersion) =>
  object(
    {
      ucp: envelope(version, 'cart', 'discount'),
      id: { type: 'string', pattern: '^[A-Za-z0-9_-]{22,}$' },
      line_items: list(
        object({
          id: text,
          item: object(
            { id: { type: 'string', minLength: 1, maxLength: 255 }, title: text, price: amount },
            { image_url: url },
          ),
          quantity: { type: 'integer', minimum: 1 },
          totals,
        }),
      ),
      currency,
      totals,
    },
    {
      discounts: object({ codes: list({ type: 'string' }) }, { applied }),
      messages,
      continue_url: url,
      // RFC 3339, in UTC.
      expires_at: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' },
    },
  )

const price = object({ amount, currency })
const description = { ...object({}, { plain: { type: 'string' } }), minProperties: 1 }
const media = list(object({ type: text, url }, { alt_text: { type: 'string' } }))
const variantMembers = {
  required: { id: text, title: text, description, price },
  optional: {
    sku: text,
    list_price: price,
    availability: object(
      { available: { type: 'boolean' } },
      { status: { enum: ['in_stock', 'backorder', 'out_of_stock'] } },
    ),
    options: list(object({ name: text, label: text })),
    media,
    // The protocol leaves its members to the business.
    metadata: { type: 'object' },
  },
}
const inputs = list(object({ id: text, match: { enum: ['exact', 'featured'] } }), { minItems: 1 })
const variant = object(variantMembers.required, variantMembers.optional)
const foundVariant = object({ ...variantMembers.required, inputs }, variantMembers.optional)

const product = (each: Schema): Schema =>
  object(
    {
      id: text,
      title: text,
      description,
      price_range: object({ min: price, max: price }),
      variants: list(each, { minItems: 1 }),
    },
    {
      list_price_range: object({ min: price, max: price }),
      media,
      options: list(object({ name: text, values: list(object({ label: text }), { minItems: 1 }) })),
    },
  )
const pagination = {
  oneOf: [object({ has_next_page: { const: false } }), object({ has_next_page: { const: true }, cursor: text })],
}

/** The profile of a version: the newest one names the others, and where its links are https, the permalinks. */
function profileOf(version: UcpVersion): Schema {
  const { capabilities, permalink } = VERSION_RULES[version]
  const entity = { version: { const: version }, spec: url, schema: url }
  const service = object({
    ...entity,
    transport: { enum: ['rest', 'mcp'] },
    endpoint: { type: 'string', pattern: '^https?://.*[^/]$' },
  })
  const capability = list(object(entity, { extends: text }), { minItems: 1, maxItems: 1 })
  const config = object({ endpoint: { type: 'string', pattern: '^https://.*/buy$' } })
  const others = UCP_VERSIONS.filter(each => each !== NEWEST_VERSION)
  const supported = object(
    Object.fromEntries(others.map(each => [each, { ...url, pattern: `${url.pattern.slice(0, -1)}/${each}$` }])),
  )
  return object({
    ucp: object({
      version: { const: version },
      ...(version === NEWEST_VERSION && { supported_versions: supported }),
      services: object({ 'dev.ucp.shopping': list(service, { minItems: 2, maxItems: 2 }) }),
      capabilities: object(
        Object.fromEntries(Object.keys(capabilities).map(name => [name, capability])),
        permalink
          ? { 'dev.ucp.shopping.permalink': list(object({ ...entity, config }), { minItems: 1, maxItems: 1 }) }
          : {},
      ),
      payment_handlers: object({}),
    }),
  })
}

const schemasOf = (version: UcpVersion) =>
  ({
    /** GET /.well-known/ucp. */
    profile: profileOf(version),
    /** A cart. */
    cart: cartOf(version),
    /** POST /catalog/lookup. */
    lookup: object({ ucp: envelope(version, 'catalog.lookup'), products: list(product(foundVariant)) }, { messages }),
    /** POST /catalog/product. */
    product: object({ ucp: envelope(version, 'catalog.lookup'), product: product(variant) }, { messages }),
    /** POST /catalog/search. */
    search: object(
      { ucp: envelope(version, 'catalog.search'), products: list(product(variant)) },
      { pagination, messages },
    ),
    /** An answer with status `error`. */
    error: object(
      {
        ucp: object({
          version: { const: version },
          status: { const: 'error' },
          capabilities: { type: 'object', additionalProperties: versionsOf(version) },
        }),
        messages,
      },
      { continue_url: url },
    ),
    /** A protocol error of REST, which has no version. */
    refusal: object({ code: { type: 'string', pattern: '^[a-z_]+$' }, content: text }, { continue_url: url }),
  }) satisfies Record<string, Schema>

/** Name of a kind of answer. */
export type SchemaName = keyof ReturnType<typeof schemasOf>

const ajv = new Ajv2020({ allErrors: true, strict: false })
const compiled = new Map<string, ValidateFunction>()

/** @returns what an answer breaks of the protocol, each with its place; undefined when it breaks nothing */
export function contradiction(name: SchemaName, json: unknown): string | undefined {
  const version = name === 'refusal' ? NEWEST_VERSION : versionOf(json)
  if (!isSpoken(version)) return `$.ucp.version is ${version}`
  const validate = compiled.get(`${version} ${name}`) ?? ajv.compile(schemasOf(version)[name])
  compiled.set(`${version} ${name}`, validate)
  if (!validate(json)) return ajv.errorsText(validate.errors, { dataVar: '$' })
  return publishedContradiction(version, name, json)
}

function versionOf(json: unknown): string {
  return String((json as { ucp?: { version?: unknown } } | null)?.ucp?.version)
}

/** @throws AssertionError for an answer that breaks the protocol in the version that it has */
export function assertConforms(name: SchemaName, json: unknown): void {
  assert.equal(contradiction(name, json), undefined, JSON.stringify(json))
}
