/** Runs the deliveries of one process: takes the lease when it is free, and sends the events of all webhooks while it holds the lease. */

import { setTimeout as sleep } from 'node:timers/promises'
import { publishEvents } from '../../events/publish-events.sql.ts'
import type { Webhook } from '../webhook.ts'
import { type DeliveryDependencies, deliverTo, isDue, type Tenure } from './deliver-to.delivery.ts'
import { type Survey, survey } from './deliveries.store.ts'
import { type HeldLease, takeLease } from './take-lease.delivery.ts'

/** Pause between two looks at the webhooks: an event is sent at most so much later, and another instance takes over. */
const INTERVAL_MS = 500
const MIN_PAUSE_MS = 10
/** Time for running attempts to end by themselves when the process stops; afterwards they are cut. */
const GRACE_MS = 500
/** Time for everything else then, such as statements. */
const STOP_TIMEOUT_MS = 1_000

/** Running deliveries. */
export interface Deliveries {
  /** Ends all attempts and lets another instance take over. It takes two seconds at most. */
  stop(): Promise<void>
}

interface Options extends DeliveryDependencies {
  newOwner: () => string
  /** Called with each error because of which something is not delivered now. */
  onError: (error: unknown) => void
}

/** Starts the deliveries of this process. */
export function startDeliveries(options: Options): Deliveries {
  const stopping = new AbortController()
  const cutting = new AbortController()
  const running = new Map<string, Promise<void>>()
  /** By webhook: its place when no event was left for it. */
  const idle = new Map<string, string>()
  const { onError } = options
  let lease: HeldLease | undefined

  const begin = (webhook: Webhook, tenure: Tenure) => {
    const { name } = webhook
    const delivering = deliverTo(name, options, tenure)
      .then(left => {
        if (left) idle.set(name, placeOf(left.webhook, left.lastId))
      }, onError)
      .finally(() => running.delete(name))
    running.set(name, delivering)
  }

  /** @returns milliseconds until the next look */
  const look = async (): Promise<number> => {
    const found = await surveyPublished(options, () => lease)
    lease = await keepLease(lease, found, options)
    if (!lease) return INTERVAL_MS
    const tenure = { lease, stopping: stopping.signal, cutting: cutting.signal }
    const now = options.now()
    for (const name of idle.keys()) if (!found.webhooks.some(each => each.name === name)) idle.delete(name)
    for (const webhook of found.webhooks) {
      const isIdle = idle.get(webhook.name) === placeOf(webhook, found.lastId)
      if (!isIdle && !running.has(webhook.name) && isDue(webhook, now, options.settings)) begin(webhook, tenure)
    }
    return pauseOf(found.webhooks, now)
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      const pause = await look().catch(error => {
        onError(error)
        return INTERVAL_MS
      })
      await sleep(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
    await Promise.all(running.values())
    await lease?.release().catch(onError)
  }
  const ended = run()
  return {
    async stop() {
      stopping.abort()
      await settled(ended, GRACE_MS)
      cutting.abort()
      await settled(ended, STOP_TIMEOUT_MS)
    },
  }
}

/** Reads the webhooks. The holder of the lease gives recorded events their ids first. */
async function surveyPublished(
  { database, inTurn }: DeliveryDependencies,
  lease: () => HeldLease | undefined,
): Promise<Survey> {
  const found = await inTurn(() => survey(database))
  if (!found.hasUnpublished || lease() === undefined) return found
  await inTurn(() => publishEvents(database))
  return inTurn(() => survey(database))
}

/** Takes the lease where it is free and something is to be delivered, and gives it up where nothing is. */
async function keepLease(
  held: HeldLease | undefined,
  { webhooks, holder }: Survey,
  { database, inTurn, newOwner }: Options,
): Promise<HeldLease | undefined> {
  const lease = held?.ended.aborted ? undefined : held
  if (webhooks.length === 0) {
    await lease?.release()
    return undefined
  }
  if (lease || holder !== null) return lease
  return inTurn(() => takeLease(database, newOwner()))
}

/** What decides whether something may be left for a webhook. */
function placeOf({ generation, types, cursor }: Webhook, lastId: number): string {
  return JSON.stringify([generation, types, cursor, lastId])
}

function pauseOf(webhooks: readonly Webhook[], now: number): number {
  const waits = webhooks.flatMap(({ nextAttemptAt }) =>
    nextAttemptAt === null || nextAttemptAt <= now ? [] : [nextAttemptAt - now],
  )
  return Math.max(MIN_PAUSE_MS, Math.min(INTERVAL_MS, ...waits))
}

async function settled(work: Promise<unknown>, ms: number): Promise<void> {
  await Promise.race([work, sleep(ms, undefined, { ref: false })])
}
