/** Cart item endpoints (POST, PATCH, DELETE): each runs one conditional write and answers with the current cart. */

import Type from 'typebox'
import { requireActiveOwner } from '../../auth/access.ts'
import type { Owner } from '../../auth/identity.ts'
import { Refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import {
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_REPLAYED,
  idempotencyKeyOf,
  KEY_PATTERN,
} from '../../http/request/idempotency-key.ts'
import { IfMatchHeader } from '../../http/request/preconditions.ts'
import { Id } from '../../schema/fields.ts'
import * as docs from '../cart.docs.ts'
import { type CartDependencies, type CartWrites, cartWriteConfig, showWritten } from '../cart.routes.ts'
import { explainRefusedItem, type ItemFacts, type NewItem } from '../cart.ts'
import { CartAfterAdding, CartAnswer } from '../pricing/cart-answer.document.ts'
import { Quantity } from './quantity.schema.ts'
import { SetNotes, saveNotes, unknownItem } from './save-notes.ts'

const AddItem = Type.Object({ productId: Id(), variantId: Type.Optional(Id()), quantity: Quantity })
const AddHeaders = Type.Object({
  ...IfMatchHeader,
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
  const { write, findRepeatedAdd, readCart, loadShop, newId, maxLines } = dependencies
  const response = { 200: CartAnswer }

  app.post(
    '/cart-items',
    {
      config: {
        ...cartWriteConfig,
        validatedByHandler: { ...cartWriteConfig.validatedByHandler, headers: AddHeaders },
        docs: docs.addItem,
      },
      schema: { body: AddItem, response: { 201: CartAfterAdding } },
    },
    async (request, reply) => {
      const { owner, namedHeaders, body } = request
      const { productId, variantId = null, quantity } = body
      const item = { productId, variantId, quantity }
      const add = { ...item, itemId: newId(), idempotencyKey: idempotencyKeyOf(namedHeaders) }
      const { itemId, cart, isReplayed } = await write(
        request,
        ({ store }) => store.addItem(owner, add, facts => requireAddable(owner, item, facts, maxLines)),
        () => findRepeatedAdd(owner, add),
      )
      const answer = showWritten(request, reply, await readCart(request, cart))
      if (isReplayed) reply.header(IDEMPOTENCY_REPLAYED, 'true')
      return reply.code(201).send(answer.afterAdding(itemId))
    },
  )

  app.patch(
    '/cart-items/:itemId',
    {
      config: { ...cartWriteConfig, docs: docs.setQuantity },
      schema: { params: ItemPath, body: SetQuantity, response },
    },
    async (request, reply) => {
      const { owner, params, body } = request
      const saved = await write(request, ({ lines }) => lines.saveQuantity(owner, params.itemId, body.quantity))
      const read = await readCart(request)
      if (!saved) throw unknownItem()
      return showWritten(request, reply, read)
    },
  )

  app.patch(
    '/cart-items/:itemId/notes',
    {
      config: {
        ...cartWriteConfig,
        validatedByHandler: { ...cartWriteConfig.validatedByHandler, body: SetNotes },
        docs: docs.setNotes,
      },
      schema: { params: ItemPath, response },
    },
    async (request, reply) => {
      const { params, given } = request
      const save = ({ lines }: CartWrites) =>
        saveNotes({ lines, readCart, loadShop }, request, params.itemId, given.body)
      return showWritten(request, reply, await write(request, save))
    },
  )

  app.delete(
    '/cart-items/:itemId',
    { config: { ...cartWriteConfig, docs: docs.removeItem }, schema: { params: ItemPath, response } },
    async (request, reply) => {
      const { owner, params } = request
      const deleted = await write(request, ({ lines }) => lines.deleteItem(owner, params.itemId))
      const read = await readCart(request)
      if (!deleted) throw unknownItem()
      return showWritten(request, reply, read)
    },
  )
}

/** @throws Refusal 401 for an inactive owner, 422 with every violation when the item cannot be added */
function requireAddable(owner: Owner, item: NewItem, facts: ItemFacts, maxLines: number): void {
  requireActiveOwner(owner, facts)
  const violations = explainRefusedItem(item, facts, maxLines)
  if (violations.length > 0) throw new Refusal(violations)
}
