/** Environment variables of webhooks. */

import { type Network, parseNetwork } from '../outgoing/allowed-address.ts'
import { decimal, decimalAbove0, list, number } from './parsers.ts'
import { variable } from './variable.ts'

/** Longest wait between two attempts: one day. */
const MAX_WAIT_SECONDS = 86_400

/** The variables. */
export const webhooks = {
  WEBHOOK_RETRY_SECONDS: variable<number[]>(
    [5, 30, 120, 300, 900, 1800, 3600],
    waits,
    'comma-separated waits after the 1st, 2nd, … failure of [an event](webhooks.md#failures), in seconds, each prolonged by a random 0–20 %; the last repeats',
  ),
  WEBHOOK_TIMEOUT_SECONDS: variable(
    15,
    decimal(1, 30),
    'maximum time from the start of an attempt, resolving included, to the end of the header of the answer',
  ),
  WEBHOOK_DISABLE_AFTER_HOURS: variable(
    72,
    decimalAbove0(87_600),
    'a webhook that has failed for so long without a success is disabled; decimals are allowed',
  ),
  WEBHOOK_SECRET_OVERLAP_HOURS: variable(
    24,
    decimal(0, 8_760),
    'hours for which a [replaced secret](webhooks.md#secrets) still signs; decimals are allowed',
  ),
  WEBHOOK_ALLOWED_NETWORKS: variable<Network[]>(
    [],
    networks,
    'comma-separated addresses and networks that [webhooks may reach](webhooks.md#addresses) although they are not public, such as `10.0.0.0/8`',
  ),
}

function waits(value: string): number[] {
  const seconds = list(value).map(each => number(each))
  if (seconds.every(each => each > 0 && each <= MAX_WAIT_SECONDS)) return seconds
  throw new Error(`must be a comma-separated list of numbers above 0, at most ${MAX_WAIT_SECONDS}`)
}

function networks(value: string): Network[] {
  return list(value).map(each => {
    const network = parseNetwork(each)
    if (network) return network
    throw new Error('must be a comma-separated list of addresses and networks such as 10.0.0.0/8 and fd00::/8')
  })
}
