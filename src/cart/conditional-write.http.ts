/** Conditional writes to a cart (RFC 9110 section 13.1.1): a write with `If-Match` happens only while the cart has one of the tags. */

import type { Owner } from '../auth/identity.ts'
import { keyOf } from '../auth/owner-key.ts'
import type { Queries } from '../db/database.ts'
import { Refusal, refusal } from '../errors.ts'
import type { NamedHeaders } from '../http/fastify-types.ts'
import { IF_MATCH, TAG_OUTDATED, unreadableTags } from '../http/request/preconditions.ts'
import { matchesTag } from '../http/response/entity-tag.ts'
import type { StoredCart } from './cart.ts'
import { tagOfCart } from './cart-tag.crypto.ts'
import type { CartSelection } from './pricing/cart-selection.ts'
import type { CartReader, PresentedCart, ReadCart } from './read-cart.ts'
import { hasSameUsesLeft, isSameCart } from './same-cart.ts'
import { lockOrInsertCart, type WriteCart } from './storage/write-cart.sql.ts'

/** Attempts of a write: each fails only when the cart, the shop or which promotions have a use left has changed since it was priced. */
const ATTEMPTS = 5

/** The request of a write: its reader, the headers that its route names, the fields that it selects, and whether it has written for an external id. */
export interface WriteRequest extends CartReader {
  namedHeaders: NamedHeaders
  selection: CartSelection | undefined
  hasWritten: boolean
}

/**
 * Runs the writes of a request, which `work` gets.
 * @param findDone finds the result of a request that is repeated after it has succeeded; it needs no tag
 * @throws Refusal 412 `precondition_failed` with the cart as it is, and nothing written; 400 for a malformed `If-Match`; 503 `cart_busy` or `database_busy`
 */
export type WriteIfMatch<Writes> = <T>(
  request: WriteRequest,
  work: (writes: Writes) => Promise<T>,
  findDone?: () => Promise<T | undefined>,
) => Promise<T>

interface ConditionalOptions<Writes> {
  writeCart: WriteCart
  /** Creates the writes that `writeCart` runs. */
  createWrites: (writeCart: WriteCart) => Writes
  /** Reads a cart within a transaction. */
  loadCart: (queries: Queries, owner: Owner) => Promise<StoredCart>
  readCart: ReadCart
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Thrown for a write whose cart has changed since its tag was compared. */
class CartChanged extends Error {}
/** Returned by the transaction of such a write, not thrown: it commits, so that the next read sees what other writes of the same commit changed. */
const CHANGED = Symbol('changed')

/**
 * Creates the function. The cart is read and priced, its tag compared, and the write runs in a transaction that has locked the cart, if the cart
 * is still the one that was priced: of two writes with one tag, one succeeds.
 */
export function createConditionalWrite<Writes>(options: ConditionalOptions<Writes>): WriteIfMatch<Writes> {
  const { writeCart, createWrites } = options
  const unconditional = createWrites(writeCart)
  return (request, work, findDone) => {
    const { [IF_MATCH]: header } = request.namedHeaders
    const run = namesExternalId(request.owner) ? recordWrites(writeCart, request) : writeCart
    if (header !== undefined && header.trim() !== '*') {
      return writeIfTagged({ ...options, writeCart: run }, { request, header, work, findDone })
    }
    return work(run === writeCart ? unconditional : createWrites(run))
  }
}

/** A write under a list of tags. */
interface TaggedWrite<Writes, T> {
  request: WriteRequest
  header: string
  work: (writes: Writes) => Promise<T>
  findDone: (() => Promise<T | undefined>) | undefined
}

async function writeIfTagged<Writes, T>(
  options: ConditionalOptions<Writes>,
  { request, header, work, findDone }: TaggedWrite<Writes, T>,
): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const read = await options.readCart(request)
    if (!namesCurrentTag(header, read)) return (await findDone?.()) ?? refuse(read, request)
    const writes = options.createWrites(whileUnchanged(options, request.owner, read))
    const done = await work(writes).then(
      result => ({ result }),
      error => (error instanceof CartChanged ? undefined : Promise.reject(error)),
    )
    if (done) return done.result
  }
  const detail = 'The shop changes faster than the cart can be compared. Nothing was written.'
  throw refusal('database_busy', detail, { 'Retry-After': '1' })
}

function namesExternalId(owner: Owner): boolean {
  return owner.kind === 'member' && owner.externalId !== undefined
}

/** Returns a `WriteCart` that notes in the request that one of its writes has written. */
function recordWrites(writeCart: WriteCart, request: WriteRequest): WriteCart {
  return async (cartId, write) => {
    const result = await writeCart(cartId, write)
    request.hasWritten ||= write.hasWritten?.(result) ?? true
    return result
  }
}

/** @returns whether the header names the cart's tag. @throws Refusal 400 for a malformed header */
function namesCurrentTag(header: string, { answer }: PresentedCart): boolean {
  const isNamed = matchesTag(header, tagOfCart(answer))
  if (isNamed !== undefined) return isNamed
  throw unreadableTags()
}

/** Refuses with the cart as it is, of which the request may select fields, and the tag that the next write can name. */
function refuse({ answer }: PresentedCart, { selection }: WriteRequest): never {
  const cart = answer.showing(selection).shownDocument
  const failed = { code: 'precondition_failed', detail: TAG_OUTDATED, meta: { cart } } as const
  throw new Refusal(failed, { ETag: tagOfCart(answer) })
}

/** Returns a `WriteCart` whose writes run in a transaction that has locked the cart. They throw `CartChanged` for any other cart. */
function whileUnchanged<Writes>(
  { writeCart, loadCart, now }: ConditionalOptions<Writes>,
  owner: Owner,
  { stored, campaigns }: PresentedCart,
): WriteCart {
  return async (cartId, write) => {
    const done = await writeCart(cartId, {
      locked: async (queries, limitLockWait) => {
        // An owner who is not active is refused by the write itself.
        if (await lockOrInsertCart(queries, keyOf(owner), now())) {
          const current = await loadCart(queries, owner)
          if (!isSameCart(current, stored) || !hasSameUsesLeft(current, stored, campaigns)) return CHANGED
        }
        await limitLockWait()
        if (!write.locked) return write.attempt(queries, null)
        return (await write.attempt?.(queries, null)) ?? write.locked(queries, limitLockWait)
      },
      hasWritten: result => result !== CHANGED && (write.hasWritten?.(result) ?? true),
    })
    if (done === CHANGED) throw new CartChanged()
    return done
  }
}
