/** The keys of the issuer at the start of a service: fetched before the first token, and a wrong setting told with its cure. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Issuer, startIssuer } from '../support/auth/issuer.ts'
import { makeAuthority } from '../support/outgoing/certificates.ts'
import { startService, type TestService } from '../support/service/service.ts'

const CURES = '"cure":'

describe('a service that starts', () => {
  let issuer: Issuer
  let service: TestService | undefined
  beforeEach(async () => {
    issuer = await startIssuer()
  })
  afterEach(async () => {
    await service?.stop()
    service = undefined
    await issuer.stop()
  })

  const startWith = async (address = issuer.url) => {
    service = await startService('sqlite', { ACCESS_TOKEN_SECRET: '', ACCESS_TOKEN_JWKS_URL: address })
    return service
  }
  /** The warning with a cure, once there is one. */
  const warning = async (at: TestService) => {
    const told = () => at.log.filter(line => line.includes(CURES)).map(line => JSON.parse(line))
    while (told().length === 0) await sleep(5)
    assert.equal(told().length, 1)
    return told()[0]
  }
  /** Waits until both instances had an answer; one that was late is asked for again. @returns the number of requests */
  const untilFetched = async ({ log }: TestService) => {
    const told = (text: string) => log.filter(line => line.includes(text)).length
    const isLate = () => told('cannot be fetched') > told('can be fetched again')
    while (issuer.asked() < 2 || issuer.waiting() > 0 || isLate()) await sleep(5)
    return issuer.asked()
  }
  const statusOf = async (at: TestService, token: string) => (await at.call('GET', '/cart', { token })).status
  const ready = async (at: TestService) => (await at.call('GET', '/health/ready')).status

  it('has the keys before the first token, which causes no request to the issuer', async () => {
    const sign = await issuer.publish('key', 'ES256')
    const first = await startWith()
    const second = await first.startPeer({ PORT: '0' })
    for (const each of [first, second]) {
      const asked = await untilFetched(each)
      assert.equal(await statusOf(each, await sign()), 200)
      assert.equal(issuer.asked(), asked)
    }
    await second.stop()
  })

  it('is ready while the issuer does not answer, and tells that it is late', async () => {
    issuer.answer(() => {})
    const started = await startWith()
    while (issuer.waiting() === 0) await sleep(5)
    assert.equal(await ready(started), 200)
    const { cure } = await warning(started)
    assert.match(cure, /no complete answer in time/)
  })

  // Proves: logged-outage
  it('tells once that nothing listens at the address, is ready, and accepts tokens once the issuer listens', async () => {
    const sign = await issuer.publish('key', 'ES256')
    await issuer.stop()
    const started = await startWith()
    const { err, cure, msg } = await warning(started)
    assert.equal(msg, 'the issuer’s keys cannot be fetched')
    assert.match(JSON.stringify(err), /ECONNREFUSED/)
    assert.match(cure, /^127\.0\.0\.1:\d+ accepts no connection: check ACCESS_TOKEN_JWKS_URL/)
    assert.equal(await ready(started), 200)
    assert.equal(await statusOf(started, await sign()), 503)
    await issuer.restart()
    while ((await statusOf(started, await sign())) !== 200) await sleep(50)
    await warning(started)
    assert.equal(await ready(started), 200)
  })

  const text =
    (status: number, body: string): RequestListener =>
    (_request, response) => {
      response.writeHead(status, { 'Content-Type': 'text/html', Location: '/secret-place' }).end(body)
    }
  const isKeySet = /ACCESS_TOKEN_JWKS_URL must be the address of the JSON Web Key Set, which discovery names jwks_uri$/
  const answers: [string, RequestListener, RegExp][] = [
    ['404', text(404, 'secret-text'), isKeySet],
    ['a redirect', text(302, ''), /answers with a redirect, which is not followed: ACCESS_TOKEN_JWKS_URL must be/],
    ['a page of HTML', text(200, '<!doctype html><p>secret-text'), isKeySet],
    ['a document of discovery', text(200, '{"issuer":"secret-text","jwks_uri":"x"}'), isKeySet],
    ['500', text(500, 'secret-text'), /answers with an error: look at the log of the provider/],
  ]
  for (const [name, listener, expected] of answers) {
    it(`tells once that the address answers with ${name}, and accepts tokens once it is right`, async () => {
      const sign = await issuer.publish('key', 'ES256')
      issuer.answer(listener)
      const started = await startWith()
      const { cure, msg } = await warning(started)
      assert.equal(msg, 'the issuer’s keys cannot be fetched')
      assert.match(cure, expected)
      assert.doesNotMatch(started.log.join(), /secret-text|secret-place/)
      assert.equal(await ready(started), 200)
      issuer.answer()
      while ((await statusOf(started, await sign())) !== 200) await sleep(50)
      await warning(started)
    })
  }

  it('tells that no key verifies a token, in an empty key set and in one of other keys', async () => {
    for (const keys of [
      [],
      [
        { kty: 'oct', k: 'AAAA' },
        { kty: 'RSA', use: 'enc', n: 'A'.repeat(342), e: 'AQAB', key_ops: 5 },
      ],
    ]) {
      issuer.answer(text(200, JSON.stringify({ keys })))
      const started = await startWith()
      const { cure, msg } = await warning(started)
      assert.equal(msg, 'no key of the issuer verifies a token')
      assert.match(cure, /no public key for signatures .* correct ACCESS_TOKEN_JWKS_URL$/)
      assert.equal(await ready(started), 200)
      const sign = await issuer.publish('key', 'ES256')
      issuer.answer()
      while ((await statusOf(started, await sign())) !== 200) await sleep(50)
      await started.stop()
      service = undefined
    }
  })

  it('tells how a private authority is given where the certificate is unknown', async () => {
    const certificate = makeAuthority('a private authority').issue({ names: ['localhost'] })
    const secure = createServer(certificate).listen(0, '127.0.0.1')
    await once(secure, 'listening')
    const { port } = secure.address() as AddressInfo
    const started = await startWith(`https://localhost:${port}/jwks.json`)
    const { cure } = await warning(started)
    assert.match(cure, /^the certificate of localhost:\d+ is of an unknown authority: set NODE_EXTRA_CA_CERTS/)
    assert.equal(await ready(started), 200)
    secure.close()
  })
})
