/** The end of `npm start` and `npm run web-shop`: whatever ends npm ends the servers, and nothing else does. */

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, type TestDatabase } from '../../support/database/engines.ts'
import { untilAnswered } from '../../support/ops/balancer.ts'
import { recordLog } from '../../support/runner/logs.ts'
import { childrenOf, ended, killGroup } from '../../support/service/process-tree.ts'
import { freePort } from '../../support/service/test-server.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** Several times the interval in which a server looks at its parent. A slow machine finds less by it, and fails nothing. */
const SOME_LOOKS_MS = 2_000

/** A command in a group of its own. */
interface Started {
  child: ChildProcess
  /** Resolves when all its processes have ended, and what they have written was read. */
  closed: Promise<unknown>
  urls: string[]
  output: () => string
}

describe('the end of npm', { skip: process.platform === 'win32' }, () => {
  let database: TestDatabase
  const started: ChildProcess[] = []
  before(async () => {
    database = await createDatabase('sqlite')
  })
  afterEach(() => {
    for (const child of started.splice(0)) killGroup(child)
  })
  after(() => database.drop())

  /** Runs a command until its output says that it has started. */
  async function run(line: string, ready: RegExp, env: NodeJS.ProcessEnv = {}): Promise<Started> {
    const ports = [String(await freePort()), String(await freePort())]
    const [PORT, SEPET_PORT] = ports
    const { PATH, NODE_COMPILE_CACHE, HOME } = process.env
    const all = {
      PATH,
      NODE_COMPILE_CACHE,
      HOME,
      SHUTDOWN_DELAY_SECONDS: '0',
      ...database.env,
      PORT,
      SEPET_PORT,
      ...env,
    }
    const child = spawn('sh', ['-c', line], { cwd: ROOT, env: all, detached: true })
    started.push(child)
    const closed = once(child, 'close')
    let output = ''
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
          // Without npm's own lines, which name the package and its version.
          recordLog(text.replace(/^> .*$/gm, ''))
          if (ready.test(output)) resolve()
        })
      }
      child.once('exit', status => status && reject(new Error(`it ended with ${status}: ${output}`)))
    })
    return { child, closed, urls: ports.map(port => `http://127.0.0.1:${port}/`), output: () => output }
  }
  const runStart = (env?: NodeJS.ProcessEnv) => run('exec npm start', /Server listening/, env)
  const runBoth = () => run('exec npm run web-shop', /Ctrl\+C stops both/)
  const untilGone = async (url = '') => untilAnswered(url, status => status === 0)

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const) {
    it(`by ${signal} to npm alone ends the server of \`npm start\``, async () => {
      const { child, urls, output } = await runStart()
      child.kill(signal)
      await ended(child)
      await untilGone(urls[0])
      while (!output().includes('"stopping"')) await sleep(10)
    })
  }

  it('by a signal to npm alone ends both servers of `npm run web-shop`', async () => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const { child, urls } = await runBoth()
      child.kill(signal)
      await ended(child)
      for (const url of urls) await untilGone(url)
    }
  })

  it('waits for the server, and is a success, after SIGTERM', async () => {
    const { child, urls } = await runStart({ SHUTDOWN_DELAY_SECONDS: '1' })
    child.kill('SIGTERM')
    await ended(child)
    assert.equal(child.exitCode, 0)
    await assert.rejects(fetch(urls[0] ?? ''))
  })

  it('stops the server once when npm and the server both get the signal, as from Ctrl-C and `timeout`', async () => {
    const { child, closed, output } = await runStart({ SHUTDOWN_DELAY_SECONDS: '1' })
    process.kill(-(child.pid ?? assert.fail()), 'SIGTERM')
    await closed
    assert.equal(child.exitCode, 0, output())
    assert.equal(output().match(/"stopping"/g)?.length, 1)
  })

  it('of another process than npm, such as of the starting shell, leaves the server of `npm start` alone', async () => {
    const { child, urls } = await run('nohup npm start & wait', /Server listening/)
    child.kill('SIGKILL')
    await ended(child)
    await sleep(SOME_LOOKS_MS)
    assert.equal((await fetch(`${urls[0]}health/live`)).status, 200)
  })

  it('does not concern a server without --end-with-parent, such as one of a service manager', async () => {
    const { child, urls } = await run(`"${process.execPath}" src/cli/sepet.ts serve & wait`, /Server listening/)
    child.kill('SIGKILL')
    await ended(child)
    await sleep(SOME_LOOKS_MS)
    assert.equal((await fetch(`${urls[0]}health/live`)).status, 200)
  })

  it('of npx ends the server that npx runs', async () => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const { child, urls } = await run(`exec npx -c 'node src/cli/sepet.ts serve'`, /Server listening/)
      child.kill(signal)
      await untilGone(urls[0])
    }
  })

  it('is not needed: both servers end when what starts them is killed', async () => {
    const { child, urls } = await runBoth()
    const [starter = assert.fail()] = await childrenOf(child)
    process.kill(starter, 'SIGKILL')
    for (const url of urls) await untilGone(url)
  })
})
