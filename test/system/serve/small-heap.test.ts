/** The size of the server's heap: what it sets by itself, and what an operator sets instead. */

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, describe, it } from 'node:test'
import type { Engine } from '../../../src/db/database.ts'
import { createDatabase, withoutPostgres } from '../../support/database/engines.ts'
import { findRedisCommand, startRedis } from '../../support/database/start-redis.ts'
import { withoutServer } from '../../support/http/limited.ts'
import { type ServingProcess, serveProcess } from '../../support/service/process.ts'

const SMALL = /--max-semi-space-size=8 --heap-growing-percent=50\b/

/** @returns the command lines of processes by their id, or by that of their parent */
function commandLines(select: '--pid' | '--ppid', pid: number | undefined): string[] {
  return execFileSync('ps', ['-o', 'args=', select, String(pid)])
    .toString()
    .trimEnd()
    .split('\n')
}

describe('the heap of `sepet serve`', { skip: process.platform !== 'linux' }, () => {
  const closing: (() => Promise<unknown>)[] = []
  after(async () => {
    for (const close of closing.reverse()) await close()
  })
  /** Serves an empty shop. */
  async function serve(
    env: NodeJS.ProcessEnv,
    engine: Engine = 'sqlite',
    args: string[] = [],
  ): Promise<ServingProcess> {
    const database = await createDatabase(engine, { content: 'schema' })
    closing.push(database.drop)
    const serving = await serveProcess({ ...database.env, LOG_LEVEL: 'error', ...env }, args)
    closing.push(() => serving.kill('SIGKILL'))
    return serving
  }

  it('is small: the process that was started serves with the option, and ends with 0 at SIGTERM', async () => {
    const serving = await serve({})
    assert.match(commandLines('--pid', serving.child.pid).join(), SMALL)
    assert.equal((await fetch(`${serving.url}/health/ready`)).status, 200)
    assert.equal(await serving.kill('SIGTERM'), 0)
  })

  it('is the operator’s where NODE_OPTIONS sizes it', async () => {
    for (const option of ['--max-old-space-size=300', '--max-semi-space-size=16', '--max_semi_space_size=8']) {
      const { child } = await serve({ NODE_OPTIONS: option })
      assert.doesNotMatch(commandLines('--pid', child.pid).join(), /semi/, option)
    }
  })

  it('is small beside other options', async () => {
    for (const option of ['--no-warnings', '--max-http-header-size=32768']) {
      const { child } = await serve({ NODE_OPTIONS: option })
      assert.match(commandLines('--pid', child.pid).join(), SMALL, option)
    }
  })

  it('is small in every worker', { skip: withoutPostgres || withoutServer }, async () => {
    const redis = await startRedis(findRedisCommand() ?? '')
    closing.push(() => redis.signal('SIGKILL'))
    const serving = await serve({ REDIS_URL: redis.url }, 'postgres', ['--workers', '2'])
    const workers = commandLines('--ppid', serving.child.pid)
    assert.deepEqual(
      workers.map(each => SMALL.test(each)),
      [true, true],
    )
  })
})
