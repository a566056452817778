/** Plays the script on a database of its own, and compares with what was recorded. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Engine } from '../../../src/db/database.ts'
import { createDatabase } from '../database/engines.ts'
import { startServiceOn } from '../service/service.ts'
import { awaitProfile, keptForADay, listing, startPlatform } from '../ucp/platform.ts'
import { createPlayer, type Played } from './player.ts'
import { playScript } from './script.ts'
import { NOON, replayShop } from './shop.ts'

/** The recorded answers: one in a line. */
export const RECORDED = join(import.meta.dirname, '../../data/replay/cart-answers.jsonl.gz')

/** Variables of the service: nothing of the script is too much. */
const ENV = {
  LOG_LEVEL: 'info',
  PORT: '0',
  ...Object.fromEntries(
    [
      'CART',
      'ISSUE',
      'GUEST_ISSUE_IP',
      'HANDOFF',
      'SESSION',
      'GUEST_TOKEN_IP',
      'COUPON',
      'COUPON_IP',
      'NETWORK',
      'HOLD',
      'UCP',
      'UCP_COUPON',
    ].map(limit => [`${limit}_RATE_LIMIT`, '0']),
  ),
}

/** Plays the script. @returns its answers in their order */
export async function playOn(engine: Engine): Promise<Played[]> {
  const platform = await startPlatform(keptForADay('2026-04-08'))
  const startedAt = Date.now()
  // The clock goes on until the profile of the agents is in memory.
  let clock = () => Date.parse(NOON) + Date.now() - startedAt
  const service = await startServiceOn(await createDatabase(engine), { ...ENV, ...listing(platform) }, () => clock())
  try {
    const importShop = (file: object) => service.importShop(file, { allowCurrencyChange: true })
    await importShop(replayShop())
    await awaitProfile(service, platform.profile)
    const setClock = (at: number) => {
      clock = () => at
    }
    const player = createPlayer({ service, platform, setClock }, NOON)
    await playScript(player, importShop)
    return player.answers
  } finally {
    await service.stop()
    await platform.stop()
  }
}

/** Reads the recorded answers. */
export function readRecorded(): Played[] {
  const lines = gunzipSync(readFileSync(RECORDED)).toString().split('\n')
  return lines.filter(line => line !== '').map(line => JSON.parse(line))
}
