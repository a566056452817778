/**
 * `npm run sbom` and `npm run audit`: what they refuse, and their output without an answer of the registry. The
 * registry is a stub; npm is real.
 */

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { breachesOf, type Lock, readAudit } from '../../../tools/supply-chain.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Runs a script of tools/. */
async function runTool(file: string, env: NodeJS.ProcessEnv = {}): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'tools', file)], { env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
  const status = await new Promise<number | null>(resolve => child.on('close', resolve))
  return { status, output }
}

describe('the bill of materials', () => {
  type Bill = { specVersion: string; components: Record<string, unknown>[]; dependencies: { ref: string }[] }
  let bill: Bill
  const lock: Lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  before(async () => {
    const { status, output } = await runTool('sbom.ts')
    assert.equal(status, 0, output)
    bill = JSON.parse(readFileSync(join(ROOT, 'reports/sbom.cdx.json'), 'utf8'))
  })
  /** @returns the breaches of the bill after a change of the component fastify */
  const breaches = (change: object) =>
    breachesOf(
      { ...bill, components: bill.components.map(each => ({ ...each, ...(each.name === 'fastify' && change) })) },
      lock,
    )

  // Proves: listed-dependencies
  it('lists the runtime dependencies of the server and the client, and no build or test tools', () => {
    const names = bill.components.map(({ name }) => name)
    for (const manifest of ['package.json', 'packages/client/package.json']) {
      const { dependencies } = JSON.parse(readFileSync(join(ROOT, manifest), 'utf8'))
      for (const name of Object.keys(dependencies)) assert.ok(names.includes(name), name)
    }
    for (const name of ['typescript', '@biomejs/biome', 'fast-check', 'playwright-core']) {
      assert.ok(!names.includes(name), name)
    }
  })

  // Proves: changed-dependency
  it('is refused when a package has another licence, no licence or no hash', () => {
    assert.deepEqual(breaches({}), [])
    const [ref = ''] = bill.components.filter(({ name }) => name === 'fastify').map(each => String(each['bom-ref']))
    const wrong = (text: string) => [`${ref} ${text}`]
    const foreign = 'has a licence that is not permitted: '
    assert.deepEqual(breaches({ licenses: [{ license: { id: 'AGPL-3.0-only' } }] }), wrong(`${foreign}AGPL-3.0-only`))
    assert.deepEqual(breaches({ licenses: [{ expression: 'MIT OR GPL-2.0' }] }), wrong(`${foreign}MIT OR GPL-2.0`))
    assert.deepEqual(breaches({ licenses: [] }), wrong('names no licence'))
    assert.deepEqual(breaches({ hashes: [] }), wrong('has no SHA-512 in the lock file'))
  })

  // Proves: changed-dependency
  it('is refused when a package runs a script at installation', () => {
    const scripted = {
      packages: {
        ...lock.packages,
        'node_modules/pg': { ...lock.packages['node_modules/pg'], hasInstallScript: true },
      },
    }
    assert.deepEqual(breachesOf(bill, scripted), ['node_modules/pg runs a script when it is installed'])
  })

  it('is refused when it is not valid CycloneDX, or incomplete', () => {
    assert.match(breachesOf({}, lock).join(), /no CycloneDX 1\.5/)
    assert.match(breachesOf({ ...bill, specVersion: '2.0' }, lock).join(), /\/specVersion/)
    assert.match(breaches({ version: '' }).join(), /\/version/)
    const without = { ...bill, components: bill.components.filter(({ name }) => name !== 'xtend') }
    assert.match(breachesOf(without, lock).join(), /^the bill lacks xtend@/)
    const twice = { ...bill, components: [...bill.components, bill.components[0]] }
    assert.deepEqual(breachesOf(twice, lock), ['the bill has duplicate components'])
    const unlisted = { ...bill, dependencies: [...bill.dependencies, { ref: 'left-pad@1.0.0' }] }
    assert.deepEqual(breachesOf(unlisted, lock), ['the bill names left-pad@1.0.0 and does not list it'])
  })
})

describe('the audit', () => {
  let registry: Server
  let answer: RequestListener
  let cache: string
  beforeEach(() => {
    cache = mkdtempSync(join(tmpdir(), 'sepet-npm-'))
  })
  afterEach(() => rmSync(cache, { recursive: true, force: true }))
  before(async () => {
    registry = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1')
    await new Promise(resolve => registry.once('listening', resolve))
  })
  after(() => registry.close())
  /** Runs `npm run audit` against the stub of the registry, with an empty npm cache. */
  const audit = () => {
    const { port } = registry.address() as AddressInfo
    const env = { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: cache }
    return runTool('audit.ts', env)
  }
  /** A registry that knows one vulnerability of pg. */
  const advise =
    (severity: string): RequestListener =>
    ({ method }, response) => {
      if (method !== 'POST') return void response.writeHead(404).end('{}')
      const [title, url] = ['Requests are taken for others', 'https://advisories.example/1']
      const advisory = { id: 1, url, title, severity, vulnerable_versions: '<999.0.0', cwe: [], cvss: { score: 5 } }
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ pg: [advisory] }))
    }

  // Proves: vulnerable-dependency
  it('fails on a known vulnerability that is moderate or worse, and names it', async () => {
    answer = advise('moderate')
    const { status, output } = await audit()
    assert.equal(status, 1, output)
    assert.match(output, /^pg \(moderate\): Requests are taken for others https:\/\/adv/m)
  })

  it('names a low vulnerability and succeeds', async () => {
    answer = advise('low')
    const { status, output } = await audit()
    assert.deepEqual([status, /^pg \(low\): /m.test(output)], [0, true], output)
  })

  // Proves: vulnerable-dependency
  it('reports an unavailable registry, and does not report the absence of vulnerabilities', async () => {
    answer = (_request, response) => void response.writeHead(405).end()
    const { status, output } = await audit()
    assert.equal(status, 0)
    assert.match(output, /^audit: NOT ASKED\./m)
    assert.doesNotMatch(output, /known vulnerabilities/)
    for (const text of [
      '',
      '<html>',
      '{}',
      '[]',
      '{"vulnerabilities":{}}',
      '{"vulnerabilities":null,"auditReportVersion":2}',
    ]) {
      assert.ok('unavailable' in readAudit(text), text)
    }
  })
})
