/** Cart item endpoints (POST, PATCH, DELETE): each runs one conditional write and answers with the current cart. */

import Type from 'typebox'
import { requireActiveOwner } from '../auth/access.ts'
import type { Owner } from '../auth/identity.ts'
import { Refusal } from '../errors.ts'
import type { App } from '../http/fastify-types.ts'
import {
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_REPLAYED,
  idempotencyKeyOf,
  KEY_PATTERN,
} from '../http/request/idempotency-key.ts'
import { Id } from '../schema/fields.ts'
import * as docs from './cart.docs.ts'
import { type CartDependencies, cartConfig } from './cart.routes.ts'
import { explainRefusedItem, type ItemFacts, MAX_QUANTITY, type NewItem } from './cart.ts'
import { CartAfterAdding, CartAnswer } from './cart-answer.document.ts'
import { SetNotes, saveNotes, unknownItem } from './save-notes.ts'

const Quantity = Type.Integer({
  minimum: 1,
  maximum: MAX_QUANTITY,
  description: `an integer from 1 to ${MAX_QUANTITY}`,
})

const AddItem = Type.Object({ productId: Id(), variantId: Type.Optional(Id()), quantity: Quantity })
const AddHeaders = Type.Object({
  [IDEMPOTENCY_KEY]: Type.Optional(
    Type.String({
      pattern: KEY_PATTERN,
      description: 'a key of this add alone, with which the request may be repeated for a day',
    }),
  ),
})
const SetQuantity = Type.Object({ quantity: Quantity })
const ItemPath = Type.Object({ itemId: Type.String({ description: 'the id of a line' }) })

/** Registers the endpoints of cart items (specification 4.1). */
export function cartItemRoutes(app: App, dependencies: CartDependencies): void {
  const { store, lines, readCart, newId, maxLines } = dependencies
  const response = { 200: CartAnswer }

  app.post(
    '/cart-items',
    {
      config: { ...cartConfig, handles: { headers: AddHeaders }, docs: docs.addItem },
      schema: { body: AddItem, response: { 201: CartAfterAdding } },
    },
    async ({ owner, namedHeaders, body }, reply) => {
      const { productId, variantId = null, quantity } = body
      const item = { productId, variantId, quantity }
      const add = { ...item, itemId: newId(), idempotencyKey: idempotencyKeyOf(namedHeaders) }
      const { itemId, cart, isReplayed } = await store.addItem(owner, add, facts =>
        requireAddable(owner, item, facts, maxLines),
      )
      const { answer } = await readCart(owner, cart)
      if (isReplayed) reply.header(IDEMPOTENCY_REPLAYED, 'true')
      return reply.code(201).send({ ...answer, meta: { ...answer.meta, affectedItemId: itemId } })
    },
  )

  app.patch(
    '/cart-items/:itemId',
    { config: { ...cartConfig, docs: docs.setQuantity }, schema: { params: ItemPath, body: SetQuantity, response } },
    async ({ owner, params, body }) => {
      const saved = await lines.saveQuantity(owner, params.itemId, body.quantity)
      const { answer } = await readCart(owner)
      if (!saved) throw unknownItem()
      return answer
    },
  )

  app.patch(
    '/cart-items/:itemId/notes',
    {
      config: { ...cartConfig, handles: { body: SetNotes }, docs: docs.setNotes },
      schema: { params: ItemPath, response },
    },
    ({ owner, params, given }) => saveNotes(dependencies, owner, params.itemId, given.body),
  )

  app.delete(
    '/cart-items/:itemId',
    { config: { ...cartConfig, docs: docs.removeItem }, schema: { params: ItemPath, response } },
    async ({ owner, params }) => {
      const deleted = await lines.deleteItem(owner, params.itemId)
      const { answer } = await readCart(owner)
      if (!deleted) throw unknownItem()
      return answer
    },
  )
}

/** @throws Refusal 401 for an inactive owner, 422 with every violation when the item cannot be added */
function requireAddable(owner: Owner, item: NewItem, facts: ItemFacts, maxLines: number): void {
  requireActiveOwner(owner, facts)
  const violations = explainRefusedItem(item, facts, maxLines)
  if (violations.length > 0) throw new Refusal(violations)
}
