/** Standard output that is full, that nobody reads, or whose reader has gone: the service goes on, and ends when it is told to. */

import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, constants as fsConstants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { STOREFRONT } from '../../../src/api-paths.ts'
import { createDatabase, type TestDatabase } from '../../support/database/engines.ts'
import { untilAnswered } from '../../support/ops/balancer.ts'
import { endWithParent } from '../../support/service/end-with-parent.ts'
import { COMMAND } from '../../support/service/process.ts'
import { freePort } from '../../support/service/test-server.ts'

/** More lines than a pipe holds (64 KiB). */
const REQUESTS = 1_000
/** Longer than the time limit of a test. */
const LONG_DELAY = '300'

const LINES = 8_000
const lineOf = (name: string, n: number) => `${name} ${n} ${'ş'.repeat(40 + (n % 60))}`

/** A program that logs numbered lines to standard output, more at once than a pipe holds, and ends with standard input. */
const WRITES_LINES = `
  import { standardOutput } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../../src/http/logging.ts')))}
  const lineOf = ${lineOf}
  const output = standardOutput()
  for (let n = 0; n < ${LINES}; n++) {
    output.write(lineOf(process.argv[1], n) + '\\n')
    if (n % 1_000 === 0) await new Promise(resolve => setTimeout(resolve, 5))
  }
  process.stdin.resume()
`

describe('the log of a server whose standard output', { skip: process.platform !== 'linux' }, () => {
  let database: TestDatabase
  let folder: string
  const started: ChildProcess[] = []
  before(async () => {
    database = await createDatabase('sqlite')
    folder = mkdtempSync(join(tmpdir(), 'sepet-log-'))
  })
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL')
  })
  after(async () => {
    rmSync(folder, { recursive: true })
    await database.drop()
  })

  /** Starts a server in production, which prints nothing but its log, and waits until it is ready. @param stdout file descriptor */
  async function serveInto(stdout: number, SHUTDOWN_DELAY_SECONDS = '0') {
    const port = String(await freePort())
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example.com', PORT: port }
    const names = ['ACCESS_TOKEN_SECRET', 'HANDOFF_SECRET', 'SEPET_TOKEN_SECRET']
    const secrets = Object.fromEntries(names.map(name => [name, randomBytes(48).toString('base64')]))
    const env = { PATH, NODE_COMPILE_CACHE, SHUTDOWN_DELAY_SECONDS, ...database.env, ...production, ...secrets }
    const child = spawn(process.execPath, [COMMAND, 'serve'], { env, stdio: ['ignore', stdout, 'pipe'] })
    started.push(endWithParent(child))
    let warned = ''
    child.stderr?.setEncoding('utf8').on('data', text => (warned += text))
    // With the end of its output: what it writes last may be read after it has exited.
    const ended = new Promise<number | string | null>(resolve =>
      child.on('close', (code, signal) => resolve(code ?? signal)),
    )
    const url = `http://127.0.0.1:${port}`
    const failed = ended.then(status => assert.fail(`it ended with ${status}: ${warned}`))
    await Promise.race([untilAnswered(`${url}/health/ready`, status => status === 200), failed])
    return { child, ended, warned: () => warned, url }
  }
  async function request(url: string, times = REQUESTS): Promise<void> {
    const urls = Array.from({ length: times }, () => `${url}${STOREFRONT}/cart`)
    for (const each of urls) assert.equal((await fetch(each)).status, 401)
  }

  // Proves: unwritable-log
  it('is full answers requests, says so once, and ends with 0 on SIGTERM', async () => {
    const full = openSync('/dev/full', 'w')
    const { child, ended, warned, url } = await serveInto(full)
    await request(url)
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
    assert.equal(warned(), 'sepet: the log cannot be written (ENOSPC)\n')
    closeSync(full)
  })

  /** Opens a pipe. @returns a descriptor that keeps it open, and one to write */
  function openPipe(name: string): { reader: number; writer: number } {
    const path = join(folder, name)
    execFileSync('mkfifo', [path])
    const reader = openSync(path, 'r+')
    return { reader, writer: openSync(path, 'w') }
  }

  // Proves: unwritable-log
  it('is a pipe that nobody reads answers requests, and ends with 0 on SIGTERM', async () => {
    const { reader, writer } = openPipe('unread')
    const { child, ended, warned, url } = await serveInto(writer)
    await request(url)
    child.kill('SIGTERM')
    assert.deepEqual([await ended, warned()], [0, ''])
    assert.throws(() => writeSync(writer, Buffer.alloc(4_096)), { code: 'EAGAIN' }, 'the pipe is full')
    for (const each of [reader, writer]) closeSync(each)
  })

  // Proves: unwritable-log
  it('is a pipe that nobody reads ends with 1 on a second signal', async () => {
    const { reader, writer } = openPipe('unread-twice')
    const { child, ended, url } = await serveInto(writer, LONG_DELAY)
    await request(url)
    child.kill('SIGTERM')
    await untilAnswered(`${url}/health/ready`, status => status === 503)
    child.kill('SIGTERM')
    assert.equal(await ended, 1)
    for (const each of [reader, writer]) closeSync(each)
  })

  // Proves: unwritable-log
  it('has lost its reader answers requests, and ends with 0 on SIGINT', async () => {
    const { reader, writer } = openPipe('left')
    const { child, ended, warned, url } = await serveInto(writer)
    closeSync(writer)
    closeSync(reader)
    await request(url, 50)
    child.kill('SIGINT')
    assert.deepEqual([await ended, warned()], [0, ''])
  })

  // Proves: unwritable-log
  it('is one slow pipe of several processes has whole lines of each, in their order', async () => {
    const path = join(folder, 'shared')
    execFileSync('mkfifo', [path])
    const reader = openSync(path, fsConstants.O_RDONLY | fsConstants.O_NONBLOCK)
    const writer = openSync(path, 'w')
    const children = ['a', 'b'].map(name =>
      spawn(process.execPath, ['--input-type=module', '--eval', WRITES_LINES, name], {
        stdio: ['pipe', writer, 'inherit'],
      }),
    )
    started.push(...children.map(endWithParent))
    closeSync(writer)
    const chunk = Buffer.alloc(65_536)
    const chunks: Buffer[] = []
    const isWhole = () => Buffer.concat(chunks).toString().split('\n').length > 2 * LINES
    for (let read = 0; read > 0 || !isWhole(); await sleep(3)) {
      read = readIfAny(reader, chunk)
      chunks.push(Buffer.from(chunk.subarray(0, read)))
    }
    const ends = children.map(child => once(child, 'exit'))
    for (const child of children) child.stdin?.end()
    await Promise.all(ends)
    const text = Buffer.concat(chunks).toString()
    closeSync(reader)
    for (const name of ['a', 'b']) {
      const own = text.split('\n').filter(line => line.startsWith(`${name} `))
      assert.deepEqual(
        own,
        Array.from({ length: LINES }, (_, n) => lineOf(name, n)),
      )
    }
    assert.equal(text.split('\n').length, 2 * LINES + 1)
  })
})

/** Reads what a pipe has; 0 where it has nothing. */
function readIfAny(fd: number, into: Buffer): number {
  try {
    return readSync(fd, into)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0
    throw error
  }
}
