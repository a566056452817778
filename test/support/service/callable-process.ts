/** A running `sepet serve` with the calls that tests make. */

import { mintToken } from '../../../src/cli/token.ts'
import { readConfig } from '../../../src/config/config.ts'
import { recordSecret } from '../runner/logs.ts'
import { type ServingProcess, serveProcess } from './process.ts'
import { type Callable, callAt } from './service.ts'

/** A process, and how tests call it. */
export type CallableProcess = ServingProcess & Callable

/** Starts `sepet serve --migrate`, with a secret of access tokens that is the same for each process. */
export async function serveCallable(env: NodeJS.ProcessEnv): Promise<CallableProcess> {
  const all = { ...env, ACCESS_TOKEN_SECRET: 'k'.repeat(32), LOG_LEVEL: 'info' }
  const process = await serveProcess(all, ['--migrate'])
  const token: Callable['token'] = async (kind, options) => {
    const token = await mintToken(readConfig(all), kind, { ttlSeconds: 600, ...options })
    recordSecret(token)
    return token
  }
  return { ...process, call: callAt(process.url), token }
}
