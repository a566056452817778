/** Types of the tables of webhooks; see `tables.ts`. */

import type { EpochMs, Flag, JsonText } from './column-types.ts'

/** A webhook: a receiver of events, and the place in the feed that it has reached. */
export interface WebhookTable {
  name: string
  url: string
  /** The types of events that it gets, as a JSON array of patterns; see `webhooks/event-types.ts`. */
  types: JsonText
  active: Flag
  /** Why nothing is sent; null while events are sent. */
  disabled_reason: 'switched_off' | 'gone' | 'failing' | null
  /** Time of the first failure since the last success. */
  failing_since: EpochMs | null
  /** Id of the last event that is done. */
  cursor: number
  /** Events that retention deleted before they were delivered. */
  lost: number
  /** The event that `attempts` counts. */
  attempted_id: number | null
  /** Failures of that event. */
  attempts: number
  next_attempt_at: EpochMs | null
  /** `Outcome` of `webhooks/webhook.ts`. */
  last_success: JsonText | null
  last_failure: JsonText | null
  /** `Secret`s of `webhooks/secrets.ts` as a JSON array, the newest first. */
  secrets: JsonText
  /** Changes where the place in the feed is set by somebody else than a delivery, which then does not count. */
  generation: number
  /** While a test runs: when it has ended at the latest, by the clock of the database. */
  test_ends_at: EpochMs | null
  created_at: EpochMs
  updated_at: EpochMs
}

/** At most one row: the instance that delivers, and when its lease ends by the clock of the database. */
export interface WebhookLeaseTable {
  id: 1
  owner: string
  expires_at: EpochMs
}
