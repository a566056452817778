/** The start of `sepet serve` where its port or its embedded database is taken. */

import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { runSepet, type ServingProcess, serveProcess } from '../../support/service/process.ts'
import { freePort } from '../../support/service/test-server.ts'

const SAMPLE = join(import.meta.dirname, '../../../sample/shop.json')

describe('the start of a server', () => {
  let folder: string
  let env: { DATA_DIR: string; LOG_LEVEL: string }
  const serving: ServingProcess[] = []
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-start-'))
    env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' }
  })
  afterEach(async () => {
    for (const each of serving.splice(0)) await each.kill('SIGKILL')
  })
  after(() => rmSync(folder, { recursive: true }))
  const serve = async () => {
    const started = await serveProcess(env)
    serving.push(started)
    return started
  }
  const serveElsewhere = () => runSepet(['serve', '--port', '0'], env)

  it('says that its port is in use before it creates a database with the sample shop', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    await new Promise(resolve => other.once('listening', resolve))
    const { status, stdout, stderr } = await runSepet(['serve', '--port', String(port)], env)
    other.close()
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(stderr, new RegExp(`^sepet: Port ${port} on 127\\.0\\.0\\.1 is in use: .* by --port or PORT\\.\n$`))
    assert.equal(existsSync(env.DATA_DIR), false)
  })

  it('is refused while another server runs on the embedded database, on any port, and the other one goes on', async () => {
    const first = await serve()
    const { status, stdout, stderr } = await serveElsewhere()
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(
      stderr,
      /^sepet: Another server or a transfer runs on the embedded database in .*: stop it, .* DATA_DIR\. .*\n$/,
    )
    assert.equal((await fetch(`${first.url}/health/ready`)).status, 200)
    assert.equal(statSync(join(env.DATA_DIR, 'server.lock')).mode & 0o077, 0)
  })

  it('is possible at once after a server was killed or stopped', async () => {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) await (await serve()).kill(signal)
    await serve()
  })

  it('does not keep commands from the database', async () => {
    await serve()
    for (const args of [
      ['token', 'guest'],
      ['products'],
      ['import', SAMPLE],
      ['prune'],
      ['migrate'],
      ['backup', join(folder, 'copy.sqlite')],
    ]) {
      const { status, stderr } = await runSepet(args, env)
      assert.equal(status, 0, `${args[0]}: ${stderr}`)
    }
  })
})
