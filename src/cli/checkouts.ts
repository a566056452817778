/** `sepet checkouts`: lists checkouts in pages, so that memory does not grow with their number. */

import type { Writable } from 'node:stream'
import { findCheckouts, type ListedCheckout } from '../checkouts/checkout-list.store.ts'
import type { CheckoutState } from '../checkouts/checkout-state.ts'
import type { Queries } from '../db/database.ts'
import { writeAll } from './closed-pipe.ts'
import { count } from './count.ts'

/** Options of `sepet checkouts`. */
export interface CheckoutsOptions {
  json: boolean
  /** Only the checkouts with this state. */
  state?: CheckoutState
  /** Milliseconds since the epoch. */
  now: number
}

/** Writes the checkouts to `stdout`, the last held first: one JSON object per line, or one text line per checkout. */
export function listCheckouts(
  database: Queries,
  { json, ...query }: CheckoutsOptions,
  stdout: Writable,
): Promise<void> {
  const format = json ? toJson : (checkout: ListedCheckout) => describe(checkout, query.now)
  return writeAll(describeCheckouts(database, query, format), stdout)
}

async function* describeCheckouts(
  database: Queries,
  query: Omit<CheckoutsOptions, 'json'>,
  format: (checkout: ListedCheckout) => string,
): AsyncGenerator<string> {
  for await (const page of findCheckouts(database, query)) yield `${page.map(format).join('\n')}\n`
}

function toJson({ heldAt, expiresAt, completedAt, ...checkout }: ListedCheckout): string {
  return JSON.stringify({
    ...checkout,
    heldAt: new Date(heldAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    completedAt: completedAt === null ? null : new Date(completedAt).toISOString(),
  })
}

function describe(checkout: ListedCheckout, now: number): string {
  const { reference, state, heldAt, subject, payable, overLimit, overStock, refunded } = checkout
  const total = `${payable.amount} ${payable.currencyCode}`
  const line = `${reference}  ${state}  ${age(now - heldAt)}  ${subject ?? 'deleted customer'}  ${total}`
  const back = refunded === null ? '  (returned)' : refunded && `  (refunded ${refunded.amount})`
  return `${line}${back ?? ''}${overLimit ? '  (over a limit)' : ''}${overStock ? '  (over the stock)' : ''}`
}

/** Returns the time since a hold, in the largest unit of which there is at least one. */
function age(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  if (minutes < 60) return count(minutes, 'minute')
  return minutes < 1_440 ? count(Math.floor(minutes / 60), 'hour') : count(Math.floor(minutes / 1_440), 'day')
}
