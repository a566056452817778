/** Pruning: deletes rows that cannot be used any more, and repairs texts of customers, by `sepet prune` and by the server every five minutes. */

import { deleteOldRefusedCodes } from '../cart/choices/refused-codes.store.ts'
import { deleteExpiredKeys } from '../cart/lines/idempotency-keys.sql.ts'
import { dateMergedGuests, deleteMergedGuests } from '../cart/merge/merged-guests.store.ts'
import { deleteOldBuyRecords } from '../cart-links/buy/old-records.store.ts'
import { deleteExpiredLinks } from '../cart-links/made/cart-links.store.ts'
import { deleteIdleCarts } from '../cart/storage/idle-carts.store.ts'
import { deleteExpiredChangeKeys } from '../catalog/admin/change-requests.sql.ts'
import { deleteEndedCheckouts, deleteExpiredUses } from '../checkouts/delete-ended-checkouts.store.ts'
import { deleteEndedReservations } from '../checkouts/ended-reservations.store.ts'
import { tellEnded } from '../checkouts/tell-ended.store.ts'
import { deleteOldUnpaidHolds } from '../checkouts/unpaid-holds.sql.ts'
import { saveOutdatedTexts } from '../customers/outdated-texts.store.ts'
import type { Database } from '../db/database.ts'
import { deleteOldEvents } from '../events/old-events.store.ts'
import { publishEvents } from '../events/publish-events.sql.ts'
import { deleteOldChanges } from '../history/old-changes.store.ts'
import { deleteEndedOfficeSessions } from '../office/session/office-sessions.store.ts'
import { deleteOldSignIns } from '../office/sign-in/sign-ins.store.ts'
import { deleteExpiredRequests } from '../promotions/admin/codes/code-requests.sql.ts'
import { deleteEndedUcpCarts, deleteExpiredUcpKeys } from '../ucp/carts/expired-carts.store.ts'
import { DAY_MS } from '../units.ts'
import { deleteExpiredHandoffs, deleteExpiredSessions } from '../web-checkout/delete-expired.store.ts'
import { countLost, type LostEvents } from '../webhooks/lost-events.sql.ts'
import { type ClockStep, saveClock } from './prune-clock.store.ts'
import { inBatches, runRegularly } from './regularly.ts'

const INTERVAL_MS = 5 * 60_000

/** Numbers of deleted rows. */
export interface Pruned {
  usedHandoffs: number
  webSessions: number
  /** Idle ones, and the markers of merged guests. */
  guestCarts: number
  /** Released and expired ones. */
  checkouts: number
  events: number
}

/** Options of a run. */
export interface PruneOptions {
  /** Days for which an idle guest's cart is kept, and an expired guest token can be renewed; 0 is for ever. */
  guestCartTtlDays: number
  /** Days for which events are kept. */
  eventRetentionDays: number
  /** Days for which the history of changes is kept; 180 by default. */
  historyRetentionDays?: number
  /** Ends a run after the current batch. */
  signal?: AbortSignal
  /** Called for each webhook that was to get events which the run has deleted. */
  onLost?: (lost: LostEvents) => void
}

/**
 * Deletes expired rows, and publishes recorded events, which no one may have read. It may run at any time, in any number of processes.
 * @param now milliseconds since the epoch
 */
export async function prune(
  database: Database,
  now: number,
  { guestCartTtlDays, eventRetentionDays, historyRetentionDays = 180, signal, onLost = () => {} }: PruneOptions,
): Promise<Pruned> {
  // Before the checkouts are deleted, and before the events get their ids.
  await inBatches(() => tellEnded(database, now), signal)
  const pruned = {
    usedHandoffs: await inBatches(() => deleteExpiredHandoffs(database, now), signal),
    webSessions: await inBatches(() => deleteExpiredSessions(database, now), signal),
    guestCarts: guestCartTtlDays === 0 ? 0 : await pruneGuests(database, now, { guestCartTtlDays, signal }),
    checkouts: await inBatches(() => deleteEndedCheckouts(database, now), signal),
    events: await pruneEvents(database, now, { eventRetentionDays, signal, onLost }),
  }
  await inBatches(() => deleteOldChanges(database, { now, retentionDays: historyRetentionDays }), signal)
  await inBatches(() => deleteExpiredUses(database, now), signal)
  await inBatches(() => deleteEndedReservations(database, now), signal)
  await inBatches(() => deleteExpiredKeys(database, now), signal)
  await inBatches(() => deleteOldRefusedCodes(database, now), signal)
  await inBatches(() => deleteExpiredRequests(database, now), signal)
  await inBatches(() => deleteExpiredChangeKeys(database, now), signal)
  await inBatches(() => deleteOldUnpaidHolds(database, now), signal)
  await inBatches(() => deleteEndedUcpCarts(database, now), signal)
  await inBatches(() => deleteExpiredUcpKeys(database, now), signal)
  await inBatches(() => deleteExpiredLinks(database, now), signal)
  await inBatches(() => deleteOldBuyRecords(database, now), signal)
  await inBatches(() => deleteEndedOfficeSessions(database, now), signal)
  await inBatches(() => deleteOldSignIns(database, now), signal)
  await saveOutdatedTexts(database, now, signal)
  return pruned
}

async function pruneGuests(
  database: Database,
  now: number,
  { guestCartTtlDays, signal }: { guestCartTtlDays: number; signal: AbortSignal | undefined },
): Promise<number> {
  const before = now - guestCartTtlDays * DAY_MS
  let deleted = await inBatches(() => deleteIdleCarts(database, before), signal)
  await inBatches(() => dateMergedGuests(database, now), signal)
  const deleteBatch = async () => {
    const batch = await deleteMergedGuests(database, before)
    deleted += batch.deleted
    return batch.found
  }
  await inBatches(deleteBatch, signal)
  return deleted
}

/** Events get their ids before they are deleted, so that readers notice what they have missed. */
async function pruneEvents(
  database: Database,
  now: number,
  { eventRetentionDays, signal, onLost }: EventPruneOptions,
): Promise<number> {
  await inBatches(() => publishEvents(database), signal)
  const lost = new Map<string, number>()
  const deleteBatch = async () => {
    let ofBatch: LostEvents[] = []
    const retention = { now, retentionDays: eventRetentionDays }
    const deleted = await deleteOldEvents(database, retention, async (queries, events) => {
      ofBatch = await countLost(queries, events)
    })
    for (const { webhook, count } of ofBatch) lost.set(webhook, count + (lost.get(webhook) ?? 0))
    return deleted
  }
  try {
    return await inBatches(deleteBatch, signal)
  } finally {
    for (const [webhook, count] of lost) onLost({ webhook, count })
  }
}

interface EventPruneOptions extends Required<Pick<PruneOptions, 'eventRetentionDays' | 'onLost'>> {
  signal: AbortSignal | undefined
}

interface RegularPruneOptions extends Omit<PruneOptions, 'signal'> {
  /** Called instead of a run while the clock is far ahead of the last run. */
  onClockAhead: (step: ClockStep) => void
  /** Milliseconds since the epoch. */
  now: () => number
  onError: (error: unknown) => void
}

/**
 * Prunes every five minutes. A failed run is repeated after the next interval.
 * @returns the function that stops the runs and waits for the current batch
 */
export function pruneRegularly(
  database: Database,
  { now, onError, onClockAhead, ...retention }: RegularPruneOptions,
): () => Promise<void> {
  const run = async (signal: AbortSignal) => {
    const at = now()
    const step = await saveClock(database, at)
    if (step) onClockAhead(step)
    else await prune(database, at, { ...retention, signal })
  }
  return runRegularly({ intervalMs: INTERVAL_MS, run, onError })
}
