/** The parameter by which staff say on which channel a cart is judged. */

import type { CartOwner } from '../../auth/identity.ts'
import { CHANNELS, type Channel } from '../../model/campaign.ts'
import { defineQuery, wordOf } from '../../schema/list-query.ts'

/** The parameters of the cart of one owner. */
export const channelQuery = defineQuery({
  channel: wordOf(
    CHANNELS,
    'the channel on which promotions are judged: `app` without it, and `agent` for the cart of a shopping agent',
  ),
})

/**
 * Reads the channel. Other parameters are ignored.
 * @throws Refusal 400 for a word that is no channel
 */
export function readChannel(given: unknown, owner: CartOwner): Channel {
  const { channel } = given as { channel?: unknown }
  return (channel !== undefined && channelQuery.read({ channel }).channel) || usualChannelOf(owner)
}

/** Returns the channel on which the cart of an owner is judged where none is named. */
export function usualChannelOf({ kind }: CartOwner): Channel {
  return kind === 'ucp' ? 'agent' : 'app'
}
