/** Starts services with a playground, and says what the sample shop has. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../../../src/db/database.ts'
import { startService, type TestService } from '../service/service.ts'
import { freePort } from '../service/test-server.ts'

/** The playground's endpoints besides its page and the files of that. */
export const DATA_PATHS = [
  ['GET', '/playground/shop'],
  ['GET', '/playground/products'],
  ['POST', '/playground/tokens'],
] as const

/** Starts a service on a port known before, which its public address must name. */
export async function startPlayground(engine: Engine, env: NodeJS.ProcessEnv = {}): Promise<TestService> {
  const port = String(await freePort())
  return startService(engine, { PORT: port, PUBLIC_URL: `http://localhost:${port}`, ...env })
}

/** A call as the page makes it: by its own name, from its own origin. */
export function fromPage({ config }: TestService): Record<string, string> {
  return { Host: new URL(config.PUBLIC_URL).host, Origin: config.PUBLIC_URL, 'Sec-Fetch-Site': 'same-origin' }
}

/** The sample shop, as a first start imports it. */
export function sampleShop(): object {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../../sample/shop.json'), 'utf8'))
}
