/**
 * compose.yaml without containers: its commands, environments and health checks run on real servers of this machine.
 */

import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { addItem, cartOf } from '../../support/cart/cart.ts'
import { clusterBinaries, withoutClusters } from '../../support/database/postgres-binaries.ts'
import { type Cluster, createCluster } from '../../support/database/postgres-cluster.ts'
import { answers, findRedisCommand } from '../../support/database/start-redis.ts'
import { withoutServer } from '../../support/http/limited.ts'
import { type Balancer, haproxy, startBalancer, untilAnswered, withoutHaproxy } from '../../support/ops/balancer.ts'
import { type Compose, environmentOf, makeEnv, readCompose } from '../../support/ops/compose.ts'
import { findProgram } from '../../support/ops/find-program.ts'
import { runSepet, type ServingProcess, serveReadily } from '../../support/service/process.ts'
import { type Answer, callAt, type TestService } from '../../support/service/service.ts'
import { freePort } from '../../support/service/test-server.ts'
import { consumeHandoff, signIn } from '../../support/web-checkout/checkout.ts'
import { openPage, sendForm, startExampleShop } from '../../support/web-checkout/example-shop.ts'
import { type Asked, startWebShop, type WebShop } from '../../support/web-checkout/web-shop.ts'

const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

const programs: Record<string, string | undefined> = {
  postgres: findProgram('pg_isready'),
  valkey: findProgram('valkey-cli') ?? findProgram('redis-cli'),
  proxy: haproxy && findProgram('wget'),
}
const checked = Object.keys(programs).filter(name => programs[name])

describe('the services of compose.yaml without containers', { skip: withoutClusters || withoutServer }, () => {
  let folder: string
  let dotenv: string
  let compose: Compose
  let cluster: Cluster
  let webShop: WebShop
  let balancer: Balancer
  let shop: Pick<TestService, 'call'>
  let instances: ServingProcess[] = []
  let valkey: ReturnType<typeof spawn>
  const ports: Record<string, string> = {}
  /** The local address of each service name. */
  let places: Record<string, string>

  const service = (name: string) => compose.services[name] ?? assert.fail(name)
  /** @returns the environment of a service, with local addresses */
  const envOf = (name: string) => ({ ...environmentOf(service(name), dotenv, places), DATA_DIR: folder })
  const instanceEnv = (name: string) => ({ ...envOf(name), PORT: ports[name] })
  const sepet = (args: string[]) => runSepet(args, instanceEnv('sepet-1'))
  const token = async () => (await sepet(['token', 'guest'])).stdout.trim()

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-compose-'))
    webShop = await startWebShop()
    dotenv = `${readFileSync(await makeEnv(folder), 'utf8')}COUPON_RATE_LIMIT=5\nREDIS_TIMEOUT_MS=10000\nSHOP_NAME=Avlu\n`
    compose = readCompose(dotenv)
    cluster = await createCluster(clusterBinaries)
    await cluster.start()
    for (const name of ['valkey', 'sepet-1', 'sepet-2']) ports[name] = String(await freePort())
    ports.postgres = new URL(cluster.url).port
    places = {
      '@postgres/': `@127.0.0.1:${ports.postgres}/`,
      'valkey:6379': `127.0.0.1:${ports.valkey}`,
      'sepet-1:8080': `127.0.0.1:${ports['sepet-1']}`,
      'sepet-2:8080': `127.0.0.1:${ports['sepet-2']}`,
      'web-shop:3000': `127.0.0.1:${webShop.port}`,
    }
    await createAsItsImageDoes(service('postgres').environment ?? {})
    const [, ...options] = service('valkey').command ?? []
    valkey = spawn(findRedisCommand() ?? '', [...options, '--port', ports.valkey ?? ''], { stdio: 'ignore' })
    while (!(await answers(`redis://127.0.0.1:${ports.valkey}`))) assert.equal(valkey.exitCode, null)
  })
  after(async () => {
    await balancer?.stop()
    for (const instance of instances) await instance.kill('SIGKILL')
    valkey.kill('SIGKILL')
    webShop.stop()
    await cluster.remove()
    rmSync(folder, { recursive: true })
  })

  /** Creates user and database, as the PostgreSQL image does at its first start. */
  async function createAsItsImageDoes({ POSTGRES_USER, POSTGRES_PASSWORD }: Record<string, string | null>) {
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    await client.query(`create role ${POSTGRES_USER} login superuser password '${POSTGRES_PASSWORD}'`)
    await client.query(`create database ${POSTGRES_USER} owner ${POSTGRES_USER}`)
    await client.end()
  }

  it('an instance refuses to serve before the migration, which is a command of the same image', async () => {
    const early = await runSepet(['serve'], instanceEnv('sepet-1'))
    assert.equal(early.status, 1)
    assert.match(early.stderr, /migrate/)
    const { status, stdout } = await runSepet(service('migrate').command ?? [], envOf('migrate'))
    assert.deepEqual([status, /^Migrated: /.test(stdout)], [0, true])
  })

  it('both instances become ready, and serve one shop through the proxy', async () => {
    const imported = await runSepet(['import', join(ROOT, 'sample/shop.json')], envOf('migrate'))
    assert.equal(imported.status, 0, imported.stderr)
    instances = await Promise.all(
      ['sepet-1', 'sepet-2'].map(name => serveReadily(instanceEnv(name), ports[name] ?? '')),
    )
    const [one, two] = [Number(ports['sepet-1']), Number(ports['sepet-2'])]
    balancer = await startBalancer([one, two], envOf('proxy'))
    await untilAnswered(`${balancer.url}/images/placeholder.png`, status => status === 200)
    shop = { call: callAt(balancer.url) }
    const guest = await token()
    await addItem(shop as TestService, guest, 108, 3)
    const { grandTotal } = cartOf(await shop.call('GET', '/cart', { token: guest })).data.attributes
    assert.equal(grandTotal?.amount, '489.50')
  })

  it(`the health checks of ${checked.join(', ')} pass`, async () => {
    const { port: proxyPort } = new URL(balancer.url)
    for (const name of checked) {
      const [, , ...args] = service(name).healthcheck?.test ?? assert.fail(name)
      const real = args.map(arg => arg.replace('8080', proxyPort))
      const port = name === 'valkey' ? ['-p', ports.valkey ?? ''] : []
      await run(programs[name] ?? '', [...port, ...real], { env: { ...process.env, PGPORT: ports.postgres } })
    }
  })

  it('the example web shop changes a cart through the proxy, and its health check passes', async () => {
    const { command = [], healthcheck } = service('web-shop')
    assert.equal(command[0], 'node')
    const local = { SEPET_URL: balancer.url, PORT: String(await freePort()) }
    const example = await startExampleShop({ ...envOf('web-shop'), ...local, HOST: '127.0.0.1' })
    try {
      const [, program, ...args] = healthcheck?.test ?? assert.fail()
      assert.equal(program, 'node')
      await run(
        process.execPath,
        args.map(arg => arg.replace('127.0.0.1:3000', `127.0.0.1:${local.PORT}`)),
      )
      const guest = await token()
      const item = await addItem(shop as TestService, guest, 108, 3)
      const cookie = await signIn(shop as TestService, guest)
      assert.match(cookie, /^__Host-sepet_session=/)
      const { status, location } = await sendForm(example, { do: 'change', [`${item}/3`]: '4' }, { cookie })
      assert.deepEqual([status, location], [303, '/sepet'])
      assert.match((await openPage(example, '/sepet', cookie)).page, /<title>My cart · Avlu<[\s\S]*4 metre\b/)
      const { data } = cartOf(await shop.call('GET', '/cart', { token: guest }))
      assert.equal(data.attributes.totalQuantity, 4)
    } finally {
      await example.stop()
    }
  })

  it('rate limits are shared by both instances in Valkey', async () => {
    const guest = await token()
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) {
      statuses.push((await shop.call('POST', '/cart/coupon', { token: guest, body: { couponCode: 'X' } })).status)
    }
    assert.deepEqual(
      statuses.map(status => status === 429),
      [0, 1, 2, 3, 4, 5, 6, 7].map(n => n >= 5),
    )
  })

  it('metrics are readable only with the token of .env', async () => {
    const [, metricsToken = ''] = /^METRICS_TOKEN=(.+)$/m.exec(dotenv) ?? []
    const ask = (headers: Record<string, string>) => fetch(`${instances[0]?.url}/metrics`, { headers })
    assert.equal((await ask({})).status, 401)
    assert.equal((await ask({ Authorization: `Bearer ${metricsToken}` })).status, 200)
  })

  describe('through HAProxy', { skip: withoutHaproxy }, () => {
    it('return paths show Sepet’s reference pages while the example web shop does not run, and no other web shop is named', async () => {
      const { WEB_SHOP } = service('proxy').environment ?? {}
      assert.equal(WEB_SHOP, 'web-shop:3000')
      const without = await startBalancer([Number(ports['sepet-1']), Number(ports['sepet-2'])], { WEB_SHOP })
      try {
        const guest = await token()
        await addItem(shop as TestService, guest, 108, 3)
        const Cookie = await signIn(shop as TestService, guest)
        for (const path of ['/sepet', '/odeme']) {
          const page = await fetch(without.url + path, { headers: { Cookie, 'Accept-Language': 'en' } })
          const text = await page.text()
          assert.equal(page.status, 200)
          assert.match(text, /<title>[^<]* · Ihlamur Avlusu<\/title>[\s\S]*Ham keten kumaş/)
          assert.doesNotMatch(text, /value="pay"/)
        }
        assert.equal((await fetch(`${without.url}/metrics`)).status, 404)
      } finally {
        await without.stop()
      }
    })

    it('a client cannot claim another address', async () => {
      const claim = (n: number) => consumeHandoff(shop as TestService, 'x', { 'X-Forwarded-For': `203.0.113.${n}` })
      const opened: Answer[] = []
      for (let n = 0; n < 31; n++) opened.push(await claim(n))
      assert.deepEqual([opened[0]?.status, opened.at(-1)?.status], [302, 429])
    })

    it('paths outside the API go to the web shop, and health and metrics answer 404', async () => {
      const asked = (await shop.call('GET', '/odeme/adim-2')).json as Asked
      assert.deepEqual([asked.path, asked.forwardedFor], ['/odeme/adim-2', '127.0.0.1'])
      for (const path of ['/health/ready', '/metrics', '/%68ealth/ready', '/%6detrics'])
        assert.equal((await shop.call('GET', path)).status, 404)
    })
  })

  it('both instances exit 0 on SIGTERM', async () => {
    assert.deepEqual(await Promise.all(instances.map(instance => instance.kill('SIGTERM'))), [0, 0])
  })
})
