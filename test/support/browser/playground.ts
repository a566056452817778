/** Starts services with a playground and loads the sample shop. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../../../src/db/database.ts'
import { startService, type TestService } from '../service/service.ts'
import { freePort } from '../service/test-server.ts'

/** The playground's data endpoints: all besides its page and the page's files. */
export const DATA_PATHS = [
  ['GET', '/playground/shop'],
  ['GET', '/playground/products'],
  ['POST', '/playground/tokens'],
] as const

/** Starts a service on a port that is chosen in advance, since PUBLIC_URL contains it. */
export async function startPlayground(engine: Engine, env: NodeJS.ProcessEnv = {}): Promise<TestService> {
  const port = String(await freePort())
  return startService(engine, { PORT: port, PUBLIC_URL: `http://localhost:${port}`, ...env })
}

/** The headers of a request from the page: its own host and origin. */
export function fromPage({ config }: TestService): Record<string, string> {
  return { Host: new URL(config.PUBLIC_URL).host, Origin: config.PUBLIC_URL, 'Sec-Fetch-Site': 'same-origin' }
}

/** The sample shop, which a first start imports. */
export function sampleShop(): object {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../../sample/shop.json'), 'utf8'))
}
