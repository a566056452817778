/** The package of `npm pack -w packages/client`: its files, its entries, its size in a bundle, and a cart made with it on each platform. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { publint } from 'publint'
import serverJson from '../../../package.json' with { type: 'json' }
import packageJson from '../../../packages/client/package.json' with { type: 'json' }
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { blockIn } from '../../support/docs/markdown.ts'
import { ids } from '../../support/import/shop-file.ts'
import { type InstalledClient, installClient } from '../../support/ops/installed-client.ts'
import { findBun, findDeno, oldestNode, type Runtime } from '../../support/ops/runtimes.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { freePort } from '../../support/service/test-server.ts'

const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)
/** Maximum size of a storefront's client in a bundle, compressed, in bytes. */
const MAX_BYTES = 12_000

describe('the package of the client', () => {
  let client: InstalledClient
  before(async () => {
    client = await installClient()
  })
  after(() => client.remove())

  /** Runs a module of the app. @returns what it prints */
  const runModule = async (text: string) => {
    writeFileSync(join(client.app, 'module.mjs'), text)
    return (await run('node', ['module.mjs'], { cwd: client.app, env: client.env })).stdout.trim()
  }
  /** Bundles a module of an app for production, as a bundler for browsers does. */
  const bundle = async (contents: string) => {
    const stdin = { contents, resolveDir: client.app }
    const options = { bundle: true, minify: true, format: 'esm', write: false, metafile: true } as const
    const { outputFiles, metafile } = await build({ ...options, stdin })
    return { code: outputFiles[0]?.text ?? '', files: Object.keys(metafile.inputs) }
  }

  it('contains every module with its types, a page and the licence, and nothing else', () => {
    const sources = globSync('**/*.ts', { cwd: join(ROOT, 'packages/client/src') })
    const compiled = sources.flatMap(path => ['js', 'd.ts'].map(end => `dist/${path.replace(/ts$/, end)}`))
    assert.ok(compiled.includes('dist/client.js'))
    assert.deepEqual(client.files.toSorted(), ['LICENSE', 'README.md', 'package.json', ...compiled].sort())
    const licence = (folder: string) => readFileSync(join(folder, 'LICENSE'), 'utf8')
    assert.equal(licence(join(client.app, 'node_modules/sepet-client')), licence(ROOT))
  })

  it('has the version of the server', () => assert.equal(packageJson.version, serverJson.version))

  it('is installed with one dependency and its types, and without the service', () => {
    const installed = readdirSync(join(client.app, 'node_modules')).filter(name => !name.startsWith('.'))
    assert.deepEqual(installed, ['openapi-fetch', 'openapi-typescript-helpers', 'sepet-client'])
  })

  it('has no complaints of publint', async () => {
    const tarball = new Uint8Array(readFileSync(client.tarball)).buffer
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
    assert.deepEqual([pkg?.name, messages], ['sepet-client', []])
  })

  it('has no complaints of attw about a package of ES modules', async () => {
    const attw = [join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js'), client.tarball, '--format', 'json']
    const { stdout } = await run('node', [...attw, '--profile', 'esm-only'], { env: client.env })
    const { analysis } = JSON.parse(stdout)
    assert.deepEqual(Object.keys(analysis.entrypoints), ['.', './admin', './package.json'])
  })

  it('exports its clients as sepet-client and sepet-client/admin, with one class of errors', async () => {
    const exported = (name: string) =>
      runModule(`import * as client from '${name}'; console.log(Object.keys(client).sort().join())`)
    assert.equal(
      await exported('sepet-client'),
      'SepetError,changedCartOf,createClient,createShopperClient,isNetworkError,promotionsOf',
    )
    assert.equal(await exported('sepet-client/admin'), 'SepetError,changedCartOf,createAdminClient,isNetworkError')
    const imports = ['sepet-client', 'sepet-client/admin'].map((name, at) => `import * as c${at} from '${name}'`)
    const same = [...imports, 'console.log(c0.SepetError === c1.SepetError)'].join('\n')
    assert.equal(await runModule(same), 'true')
  })

  it(`adds less than ${MAX_BYTES / 1000} kB to the compressed bundle of a storefront, and no code of administrators`, async t => {
    const { code, files } = await bundle(`export * from 'sepet-client'`)
    const bytes = gzipSync(code).byteLength
    t.diagnostic(`sepet-client: ${code.length} bytes, compressed ${bytes}`)
    assert.ok(bytes < MAX_BYTES, `${bytes} bytes`)
    assert.ok(files.some(file => file.endsWith('sepet-client/dist/client.js')))
    assert.deepEqual(
      files.filter(file => file.includes('/admin/')),
      [],
    )
  })

  it('leaves out of a bundle what the app does not import', async () => {
    const { code } = await bundle(`export { isNetworkError } from 'sepet-client'`)
    assert.ok(code.length < 1000, code)
  })

  it('has the types of both clients, for the present compiler and TypeScript 5', async () => {
    const source = `
      import { createAdminClient, type Product } from 'sepet-client/admin'
      import { createClient, type Cart } from 'sepet-client'
      const options = { baseUrl: 'https://shop.example.com', token: 'eyJ' }
      export async function* names(): AsyncGenerator<string> {
        for await (const product of createAdminClient(options).products.all()) yield (product satisfies Product).name
      }
      export const cart: Promise<Cart> = createClient(options).cart.read()
    `
    writeFileSync(join(client.app, 'types.ts'), source)
    writeFileSync(join(client.app, 'wrong.ts'), source.replace('.name', '.nome'))
    const common = {
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      noEmit: true,
      strict: true,
      skipLibCheck: false,
    }
    const compile = (compiler: string, file: string, options: object) => {
      const compilerOptions = { ...common, ...options }
      writeFileSync(join(client.app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
      const tsc = join(ROOT, 'node_modules', compiler, 'lib/tsc.js')
      return run('node', [tsc], { cwd: client.app, env: client.env })
    }
    const bundler = { module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true }
    assert.equal((await compile('typescript', 'types.ts', { module: 'nodenext', skipLibCheck: false })).stdout, '')
    assert.equal((await compile('typescript-5', 'types.ts', bundler)).stdout, '')
    await assert.rejects(compile('typescript', 'wrong.ts', bundler), ({ stdout }) =>
      /^wrong\.ts.*Property 'nome' does not exist on type/.test(stdout),
    )
  })

  describe('makes a cart', () => {
    let service: TestService
    let origin: string
    before(async () => {
      const port = await freePort()
      origin = `http://localhost:${port}`
      service = await startService('sqlite', { CORS_ORIGINS: origin })
      writeFileSync(join(client.app, 'cart.mjs'), SCENARIO)
    })
    after(() => service.stop())

    /** A test of a runtime, which is skipped where the runtime is absent. */
    const withRuntime = (runtime: Runtime | undefined) => async (t: TestContext) => {
      if (!runtime) return t.skip('is not on the path')
      t.diagnostic(`version ${runtime.version}`)
      const admin = await service.token('admin', { scope: 'catalogue:read' })
      const args = [...runtime.args, 'cart.mjs', service.url, String(ids.plain), admin]
      const { stdout } = await run(runtime.command, args, { cwd: client.app, env: client.env })
      assert.deepEqual(JSON.parse(stdout), {
        total: '719.66',
        code: 'product_not_on_sale',
        link: '/api/v3/storefront/checkout/handoff',
        listed: true,
        lost: true,
      })
    }

    it('by the first call on its page', async () => {
      const code = blockIn('packages/client/README.md', 'ts').replace('https://shop.example.com', service.url)
      assert.equal(await runModule(code.replace('productId: 108', `productId: ${ids.plain}`)), '3 719.66')
    })

    const [oldest = ''] = /\d+/.exec(packageJson.engines.node) ?? []
    it(`on the oldest Node.js from ${oldest} on that the machine has`, withRuntime(oldestNode(Number(oldest))))
    it('on Deno', withRuntime(findDeno()))
    it('on Bun', withRuntime(findBun()))

    it('with the globals that React Native has', async () => {
      const script = join(ROOT, 'test/support/browser/react-native.ts')
      const token = await service.token('guest')
      const member = await service.token('member', { id: String(ids.member) })
      const renewed = await service.token('member', { id: String(ids.member), ttlSeconds: 600 })
      const args = [client.app, service.url, token, String(ids.plain), member, renewed]
      const { stdout } = await run(process.execPath, ['--experimental-vm-modules', '--no-warnings', script, ...args])
      assert.deepEqual(JSON.parse(stdout), {
        merged: [2, true, null],
        renewed: 2,
        added: 3,
        removed: 0,
        changed: 0,
        codes: ['item_not_found'],
        aborted: 'AbortError',
      })
    })

    it('in a browser, on a page of another origin, from a bundle', { skip: withoutBrowser }, async t => {
      const { code } = await bundle(`export * from 'sepet-client'`)
      const shop = createServer(({ url }, response) => {
        response.setHeader('Content-Type', url === '/bundle.js' ? 'text/javascript' : 'text/html')
        response.end(url === '/bundle.js' ? code : '<!doctype html><title>shop</title>')
      }).listen(Number(new URL(origin).port))
      const browser = await launchBrowser()
      t.after(async () => {
        await browser.close()
        shop.close()
      })
      const page = await browser.newPage()
      await page.goto(origin)
      assert.equal(await page.evaluate(addInPage, { baseUrl: service.url, productId: ids.plain }), '719.66')
    })
  })
})

/** A module of an app: a guest's cart with its errors and its checkout, the products of an administrator, and an unreachable service. */
const SCENARIO = `
  import process from 'node:process'
  import { createClient, createShopperClient, isNetworkError, SepetError } from 'sepet-client'
  import { createAdminClient } from 'sepet-client/admin'

  const [baseUrl, id, token] = process.argv.slice(2)
  const shopper = createShopperClient({ baseUrl })
  const cart = await shopper.cart.addItem({ productId: Number(id), quantity: 3 })
  const refusal = await shopper.cart.addItem({ productId: 4_000_000, quantity: 1 }).catch(reason => reason)
  if (!(refusal instanceof SepetError)) throw refusal
  const { url } = await shopper.checkout.guestLink()
  const { data } = await createAdminClient({ baseUrl, token }).products.list()
  const nowhere = createClient({ baseUrl: 'http://127.0.0.1:1', token, retry: { attempts: 1 } })
  console.log(JSON.stringify({
    total: cart.grandTotal.amount,
    code: refusal.codes[0],
    link: new URL(url).pathname,
    listed: data.some(product => product.id === Number(id)),
    lost: isNetworkError(await nowhere.cart.read().catch(reason => reason)),
  }))
`

/** Runs in the page. @returns the total of the cart */
async function addInPage({ baseUrl, productId }: { baseUrl: string; productId: number }): Promise<string | undefined> {
  // A variable, because the compiler cannot resolve an address of the page.
  const address = '/bundle.js'
  const { createShopperClient } = (await import(address)) as typeof import('sepet-client')
  const cart = await createShopperClient({ baseUrl }).cart.addItem({ productId, quantity: 3 })
  return cart.grandTotal?.amount
}
