/** What `sepet serve` prints: a request that a shell sends, also with another data folder and another port, and the link of the office. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { listening, runSepet, spawnSepet } from '../../support/service/process.ts'
import { freePort } from '../../support/service/test-server.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../../..')
const { PATH } = process.env

/** The printed command: the lines with two blanks at the start, of which the first begins with curl. */
function commandIn(output: string): string {
  const [command] = /^ {2}curl .*(\n {4}.*)*/m.exec(output) ?? []
  assert.ok(command, output)
  return command
}

/** Runs a command in a shell of another terminal, whose environment has no setting of Sepet. */
async function answerTo(command: string): Promise<{ data: { type: string; attributes: { totalQuantity: number } } }> {
  const silent = command.replace('curl ', 'curl -s ')
  const { stdout } = await run('sh', ['-c', silent], { cwd: ROOT, env: { PATH, HOME: tmpdir() } })
  return JSON.parse(stdout)
}

describe('the request that sepet serve prints', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-greeting-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  for (const name of ['with blanks', `it's a "$HOME" \\ folder; $(exit 1) \`x\``, '-ürün']) {
    it(`adds an item in a shell, with the data folder ${name}`, async () => {
      const port = String(await freePort())
      const env = { DATA_DIR: join(folder, name), PORT: port, LOG_LEVEL: 'silent' }
      const serving = await listening(spawnSepet(['serve'], env))
      const { data } = await answerTo(commandIn(serving.output()))
      assert.deepEqual([data.type, data.attributes.totalQuantity], ['carts', 2])
      await serving.kill('SIGTERM')
    })
  }

  it('reads the cart of a shop without products, after the command that imports into the same folder', async () => {
    const DATA_DIR = join(folder, 'an empty shop')
    assert.equal((await runSepet(['migrate'], { DATA_DIR })).status, 0)
    const shopFile = join(folder, 'empty.json')
    const env = { DATA_DIR, LOG_LEVEL: 'silent', PORT: String(await freePort()) }
    writeFileSync(shopFile, JSON.stringify({ shop: { name: 'Boş' } }))
    assert.equal((await runSepet(['import', shopFile], { DATA_DIR })).status, 0)
    const serving = await listening(spawnSepet(['serve'], env))
    const output = serving.output()
    assert.ok(output.includes(`DATA_DIR='${DATA_DIR}' npm run --silent sepet -- import shop.json`), output)
    const { data } = await answerTo(commandIn(output))
    assert.deepEqual([data.type, data.attributes.totalQuantity], ['carts', 0])
    await serving.kill('SIGTERM')
  })

  it('names the settings that it needs, without their values, where tokens are signed with a configured secret', async () => {
    const ACCESS_TOKEN_SECRET = 'a-secret-of-the-environment-0123456789'
    const env = {
      ACCESS_TOKEN_SECRET,
      DATA_DIR: join(folder, 'x'),
      LOG_LEVEL: 'silent',
      PORT: String(await freePort()),
    }
    const serving = await listening(spawnSepet(['serve'], env))
    const output = serving.output()
    assert.match(output, /in a shell with the settings of this process/)
    assert.ok(!output.includes(ACCESS_TOKEN_SECRET))
    await serving.kill('SIGTERM')
  })
})

describe('the link of the office that sepet serve prints', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-office-link-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  const serve = async (env: NodeJS.ProcessEnv = {}) =>
    listening(spawnSepet(['serve'], { DATA_DIR: folder, PORT: String(await freePort()), LOG_LEVEL: 'trace', ...env }))
  const linkIn = (output: string) => /^ {2}(http:\/\/localhost:\d+)\/office#key=([\w-]+)$/m.exec(output) ?? []
  const takeRole = async (url: string, key: string) => {
    const headers = { Origin: url, 'Content-Type': 'application/json', 'Sepet-Office-Key': key }
    return fetch(`${url}/office/sign-in/role`, { method: 'POST', headers, body: '{"role":"owner"}' })
  }

  // Proves: role-without-key
  it('has the key of DATA_DIR, which no log line contains, and which the next start has, too', async () => {
    const keys: string[] = []
    for (let n = 0; n < 2; n++) {
      const serving = await serve()
      const [, url = '', key = ''] = linkIn(serving.output())
      assert.equal(readFileSync(join(folder, 'office-key'), 'utf8').trim(), key)
      assert.equal((await takeRole(url, key)).status, 204)
      assert.equal((await takeRole(url, `${key}x`)).status, 404)
      keys.push(key)
      await serving.kill('SIGTERM')
      const lines = serving
        .output()
        .split('\n')
        .filter(line => line.startsWith('{'))
      assert.ok(lines.some(line => line.includes('/office/sign-in/role')))
      assert.ok(lines.every(line => !line.includes(key)))
    }
    assert.equal(keys[0], keys[1])
  })

  it('is missing where staff sign in by an identity provider, and where other machines reach the server', async () => {
    const provider = {
      OFFICE_OIDC_CLIENT_ID: 'x',
      OFFICE_OIDC_CLIENT_SECRET: 'y',
      OFFICE_OIDC_ISSUER: 'https://id.test',
    }
    for (const env of [provider, { PUBLIC_URL: 'https://shop.test' }]) {
      const serving = await serve(env)
      await serving.kill('SIGTERM')
      assert.doesNotMatch(serving.output(), /office#/, JSON.stringify(env))
    }
  })

  it('is refused by a start whose file of the key is broken, with the cure', async () => {
    writeFileSync(join(folder, 'office-key'), '\n')
    const { status, stderr } = await runSepet(['serve', '--port', '0'], { DATA_DIR: folder })
    assert.deepEqual(
      [status, stderr.trim().split('\n').at(-1)],
      [1, `sepet: ${join(folder, 'office-key')} cannot be used: it contains no key. Delete it to get a new one.`],
    )
    const DATA_DIR = join(folder, 'another')
    mkdirSync(join(DATA_DIR, 'office-key'), { recursive: true })
    const other = await runSepet(['serve', '--port', '0'], { DATA_DIR })
    assert.deepEqual(
      [other.status, other.stderr.trim()],
      [1, `sepet: ${join(DATA_DIR, 'office-key')} cannot be read: EISDIR.`],
    )
    assert.equal(existsSync(join(DATA_DIR, 'sepet.sqlite')), false)
  })
})
