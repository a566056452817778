/** The endpoint of returns: items of a completed checkout that came back, or what returning them would refund. */

import Type from 'typebox'
import { CHECKOUTS } from '../../api-paths.ts'
import { refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import {
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_REPLAYED,
  idempotencyKeyOf,
  KEY_PATTERN,
} from '../../http/request/idempotency-key.ts'
import { requireDecodable } from '../../http/request/query.ts'
import { flag, Id, nullable } from '../../schema/fields.ts'
import { defineQuery, word } from '../../schema/list-query.ts'
import { requireReference } from '../order-reference.ts'
import { PlannedReturnDocument, presentPlanned, presentReturn, ReturnDocument } from './return.document.ts'
import type { ReturnStore } from './return-items.store.ts'
import * as docs from './returns.docs.ts'

/** As many pieces as a cart takes of an item. */
const MAX_QUANTITY = 100_000
/** As many lines as a cart can have. */
const MAX_LINES = 10_000

const Line = Type.Object({
  itemId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'the id of a line, as the cart of the checkout has it' }),
  ),
  productId: Type.Optional(Id()),
  variantId: Type.Optional(nullable(Id())),
  quantity: Type.Integer({
    minimum: 1,
    maximum: MAX_QUANTITY,
    description: `an integer from 1 to ${MAX_QUANTITY}`,
  }),
})

const NewReturn = Type.Object({
  lines: Type.Array(Line, { minItems: 1, maxItems: MAX_LINES, description: `a list of 1 to ${MAX_LINES} lines` }),
  restock: Type.Optional(flag),
})

const KeyHeader = Type.Object({
  [IDEMPOTENCY_KEY]: Type.Optional(
    Type.String({
      pattern: KEY_PATTERN,
      description: 'a key of this return alone, with which the request may be repeated',
    }),
  ),
})

const returnQuery = defineQuery({
  dryRun: word('true', { description: 'writes nothing, and answers 200 with what the return would refund' }),
})

const ReferencePath = Type.Object({ reference: Type.String({ description: 'the shop’s order number' }) })

/** The dependencies of the endpoint. */
export interface ReturnDependencies {
  store: ReturnStore
  /** Counts a return. */
  count: (outcome: 'returned') => void
  newId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the endpoint. */
export function returnRoutes(app: App, { store, count, newId, now }: ReturnDependencies): void {
  app.post(
    `${CHECKOUTS}/:reference/returns`,
    {
      config: {
        access: 'checkouts:write',
        validatedByHandler: { querystring: returnQuery.schema, headers: KeyHeader },
        docs: docs.returnItems,
      },
      schema: {
        params: ReferencePath,
        body: NewReturn,
        response: { 200: PlannedReturnDocument, 201: ReturnDocument },
      },
    },
    async (request, reply) => {
      requireDecodable(request.url)
      const { body, namedHeaders, given, author } = request
      const reference = requireReference(request.params.reference)
      const isDryRun = returnQuery.read(given.query).dryRun === 'true'
      const idempotencyKey = idempotencyKeyOf(namedHeaders)
      const asked = { reference, lines: body.lines, restock: body.restock ?? true }
      if (isDryRun) {
        request.targets = { dryRun: 'true' }
        const lines = await store.plan(asked)
        if (!lines) throw refusal('checkout_not_found')
        return reply.code(200).send({ data: presentPlanned({ restock: asked.restock, lines }) })
      }
      const returned = await store.returnItems({ ...asked, id: newId(), idempotencyKey, ...author, now: now() })
      if (!returned) throw refusal('checkout_not_found')
      const { made, isReplayed } = returned
      request.targets = { returnId: made.id }
      if (isReplayed) reply.header(IDEMPOTENCY_REPLAYED, 'true')
      else count('returned')
      return reply.code(201).send({ data: presentReturn(made) })
    },
  )
}
