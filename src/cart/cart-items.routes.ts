/** Cart item endpoints (POST, PATCH, DELETE): each runs one conditional write and answers with the current cart. */

import Type from 'typebox'
import { requireActiveOwner } from '../auth/access.ts'
import type { Owner } from '../auth/identity.ts'
import { Refusal, refusal } from '../errors.ts'
import type { App } from '../http/fastify-types.ts'
import {
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_REPLAYED,
  idempotencyKeyOf,
  KEY_PATTERN,
} from '../http/request/idempotency-key.ts'
import { Id, Text } from '../schema/fields.ts'
import { retryOnImport } from '../shop/retry-on-import.ts'
import * as docs from './cart.docs.ts'
import { type CartDependencies, cartConfig } from './cart.routes.ts'
import { explainLongNotes, explainRefusedItem, type ItemFacts, MAX_QUANTITY, type NewItem, type Notes } from './cart.ts'
import { CartAfterAdding, CartAnswer } from './cart-answer.document.ts'

const Quantity = Type.Integer({
  minimum: 1,
  maximum: MAX_QUANTITY,
  description: `an integer from 1 to ${MAX_QUANTITY}`,
})
const Note = Type.Union([Text({ description: 'text' }), Type.Null()], { description: 'text without U+0000, or null' })

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
const SetNotes = Type.Object({
  orderNote: Type.Optional(Note),
  giftNote: Type.Optional(Note),
  giftPackage: Type.Optional(Type.Boolean({ description: 'true or false' })),
})
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
    { config: { ...cartConfig, docs: docs.setNotes }, schema: { params: ItemPath, body: SetNotes, response } },
    ({ owner, params, body }) => saveNotes(dependencies, owner, params.itemId, body),
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

/**
 * Saves notes. The write requires the shop revision that the length limits were checked against, and is repeated when an import
 * has changed it.
 * @throws Refusal 422 `note_too_long`, 404 `item_not_found`
 */
async function saveNotes(
  { lines, readCart, loadShop }: CartDependencies,
  owner: Owner,
  itemId: string,
  notes: Notes,
): Promise<CartAnswer> {
  return retryOnImport(async () => {
    const { revision, shop } = await loadShop()
    const violations = explainLongNotes(notes, shop.settings)
    const saved = violations.length === 0 && (await lines.saveNotes(owner, itemId, notes, revision))
    const { cart, answer } = await readCart(owner)
    if (saved) return answer
    if (!cart.lines.some(line => line.id === itemId)) throw unknownItem()
    if (violations.length > 0 && cart.shopRevision === revision) throw new Refusal(violations)
    return undefined
  })
}

function unknownItem(): Refusal {
  return refusal('item_not_found', 'The cart has no item with this id.')
}
