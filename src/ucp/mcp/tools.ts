/** Tools of MCP: the operations with the schemas of their arguments and results, as clients show them to a model. */

import type { Operation, OperationName } from '../operation.ts'
import { UcpRefusal } from '../refusals.ts'

type JsonSchema = Readonly<Record<string, unknown>>

interface Tool {
  title: string
  description: string
  /** Schemas of the arguments beside `meta`; all of them are required. */
  arguments: Readonly<Record<string, JsonSchema>>
  /** Schemas of the members of the result. An answer with status `error` has none but `ucp`, `messages` and `continue_url`. */
  result: Readonly<Record<string, JsonSchema>>
}

const text: JsonSchema = { type: 'string' }
const amount: JsonSchema = { type: 'integer', description: 'in minor units of the currency' }
const object = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})
const list = (items: JsonSchema, bounds: JsonSchema = {}): JsonSchema => ({ type: 'array', items, ...bounds })

const cartId: JsonSchema = { type: 'string', description: 'the id of the cart, as create_cart returned it' }
const totals = list(object({ type: text, amount }, ['type', 'amount']))
const cart = object(
  {
    line_items: list(
      object(
        {
          item: object(
            {
              id: { type: 'string', minLength: 1, maxLength: 255, description: 'the id of a variant in the catalogue' },
            },
            ['id'],
          ),
          quantity: { type: 'integer', description: 'pieces, from 1 to 99999' },
        },
        ['item', 'quantity'],
      ),
      { description: 'all lines of the cart; lines that are left out are removed' },
    ),
    discounts: object({ codes: list({ type: 'string', minLength: 1, maxLength: 100 }, { maxItems: 10 }) }),
    buyer: object({}),
    context: object({}),
    signals: object({}),
    attribution: object({}),
  },
  ['line_items'],
)
const cartResult = {
  id: text,
  line_items: list(
    object({ id: text, item: object({ id: text, title: text, price: amount }), quantity: { type: 'integer' }, totals }),
  ),
  currency: { type: 'string', description: 'ISO 4217' },
  totals,
  discounts: object({ codes: list(text), applied: list(object({ code: text, title: text, amount })) }),
  expires_at: { type: 'string', format: 'date-time' },
}
const products = list(object({ id: text, title: text, variants: list(object({ id: text, title: text })) }))
const price = object({ min: amount, max: amount })

const tools: Record<OperationName, Tool> = {
  create_cart: {
    title: 'Create a cart',
    description:
      'Creates a cart with line items and discount codes. Send the buyer to continue_url to go on in the shop.',
    arguments: { cart },
    result: cartResult,
  },
  get_cart: {
    title: 'Get a cart',
    description: 'Returns a cart with present prices, discounts and stock.',
    arguments: { id: cartId },
    result: cartResult,
  },
  update_cart: {
    title: 'Update a cart',
    description: 'Replaces all line items and discount codes of a cart.',
    arguments: { id: cartId, cart },
    result: cartResult,
  },
  cancel_cart: {
    title: 'Cancel a cart',
    description: 'Ends a cart, and returns it as it was. It cannot be used any more.',
    arguments: { id: cartId },
    result: cartResult,
  },
  search_catalog: {
    title: 'Search the catalogue',
    description: 'Finds products on sale whose name contains every word of the query, or by price.',
    arguments: {
      catalog: object({
        query: { type: 'string', minLength: 1, maxLength: 200 },
        filters: object({ price }),
        pagination: object({ cursor: text, limit: { type: 'integer' } }),
        context: object({ currency: text }),
      }),
    },
    result: { products, pagination: object({ cursor: text, has_next_page: { type: 'boolean' } }) },
  },
  lookup_catalog: {
    title: 'Look products up',
    description: 'Returns products by ids of products or variants.',
    arguments: { catalog: object({ ids: list(text, { minItems: 1, maxItems: 50 }) }, ['ids']) },
    result: { products },
  },
  get_product: {
    title: 'Get a product',
    description: 'Returns one product with all its variants, by the id of the product or of a variant.',
    arguments: { catalog: object({ id: text }, ['id']) },
    result: { product: object({ id: text, title: text }) },
  },
}

const WRITES: readonly OperationName[] = ['create_cart', 'update_cart', 'cancel_cart']

function metaOf(name: OperationName): JsonSchema {
  const agent = object(
    { profile: { type: 'string', format: 'uri', description: 'the URL of the platform’s profile' } },
    ['profile'],
  )
  const key = { type: 'string', minLength: 1, maxLength: 255, description: 'the same for each repetition of this call' }
  return object({ 'ucp-agent': agent, ...(WRITES.includes(name) && { 'idempotency-key': key }) }, ['ucp-agent'])
}

const envelope = object({ version: text, status: { enum: ['success', 'error'] }, capabilities: object({}) }, [
  'version',
  'status',
])
const messages = list(
  object({ type: text, code: text, content: text, path: text, severity: text }, ['type', 'content']),
)

/**
 * Returns the result of `tools/list`: the tools of the operations, on one page.
 * @throws UcpRefusal `invalid_request` for a cursor, since no page has one
 */
export function presentTools(operations: readonly Operation[], params: Readonly<Record<string, unknown>>): object {
  if (params.cursor !== undefined) throw new UcpRefusal('invalid_request', '$.params.cursor is of no page.')
  return { tools: operations.map(({ name }) => presentTool(name)) }
}

function presentTool(name: OperationName): object {
  const { title, description, arguments: own, result } = tools[name]
  return {
    name,
    title,
    description,
    inputSchema: object({ meta: metaOf(name), ...own }, ['meta', ...Object.keys(own)]),
    outputSchema: object({ ucp: envelope, ...result, messages, continue_url: text }, ['ucp']),
    annotations: { readOnlyHint: !WRITES.includes(name) },
  }
}
