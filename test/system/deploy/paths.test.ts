/** Which paths reach Sepet: every front with its shipped configuration is asked for each path that the application registers. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Engine } from '../../../src/db/database.ts'
import { engines } from '../../support/database/engines.ts'
import { addressOf, withRoutes } from '../../support/http/routes.ts'
import { type Front, productionFronts, startFront, webShopFront } from '../../support/ops/fronts.ts'
import { startService } from '../../support/service/service.ts'

/** Everything that a service can register outside of development. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example.com',
  OFFICE_OIDC_ISSUER: 'https://login.example.com',
  OFFICE_OIDC_CLIENT_ID: 'office',
  OFFICE_OIDC_CLIENT_SECRET: 'secret-of-the-office',
  UCP_ENABLED: 'true',
  UCP_PLATFORM_PROFILES: 'https://agent.example.com',
}
const DEVELOPMENT = { PORT: '8080', PUBLIC_URL: 'http://localhost:8080', UCP_ENABLED: 'true' }

/** The paths of Sepet by who is served: a new one belongs into one of these, and into every front where it is public. */
const paths = {
  public: /^\/(api|images|ucp|buy|\.well-known\/ucp|office|ui)(\/|$)/,
  operators: /^\/(health\/|metrics$)/,
  // The web shop has its own.
  returnPages: /^\/(sepet|odeme|checkout|order|uye-siparisleri)(\/|$)/,
  // Of Sepet's own host, where it has one.
  reference: /^\/(docs|openapi\.json|assets)(\/|$)/,
  playground: /^\/(playground\/|$)/,
}
type Group = keyof typeof paths

const groupsOf = (path: string) =>
  Object.entries(paths)
    .filter(([, pattern]) => pattern.test(path))
    .map(([group]) => group as Group)

/** @returns a path of each route that a service registers */
async function pathsOf(engine: Engine, env: NodeJS.ProcessEnv): Promise<string[]> {
  const { built, routes } = await withRoutes(() => startService(engine, env))
  await built.stop()
  return [...new Set(routes.filter(({ url }) => url !== '*').map(addressOf))]
}

describe('the paths of Sepet', () => {
  const [engine = assert.fail()] = engines
  const found: Record<'production' | 'development', string[]> = { production: [], development: [] }
  before(async () => {
    found.production = await pathsOf(engine, PRODUCTION)
    found.development = await pathsOf(engine, DEVELOPMENT)
  })
  const inGroup = (group: Group, mode: keyof typeof found = 'production') =>
    found[mode].filter(path => groupsOf(path).includes(group))

  it('belong to one group each, so that a new one is passed on or withheld on purpose', () => {
    const all = [...new Set([...found.production, ...found.development])]
    assert.ok(all.length > 60, String(all.length))
    assert.deepEqual(
      all.filter(path => groupsOf(path).length !== 1),
      [],
    )
    for (const group of Object.keys(paths) as Group[]) assert.ok(inGroup(group, 'development').length > 0, group)
    assert.deepEqual(inGroup('playground'), [])
  })

  for (const [file, kind] of Object.entries(productionFronts)) {
    describe(`behind ${file}`, { skip: kind.skip }, () => {
      let front: Front
      before(async () => {
        front = await startFront(kind)
      })
      after(() => front.stop())
      const placesOf = async (asked: string[]) =>
        Promise.all(asked.map(async path => `${path} → ${await front.placeOf(path)}`))
      const all = (asked: string[], place: string) => asked.map(path => `${path} → ${place}`)

      it('reach it where they are public', async () => {
        const asked = [
          ...inGroup('public'),
          '/buy/101:1,102-3:2?coupon=X',
          '/buy/',
          '/ucp/mcp?x=1',
          '/office?to=/office/search',
          '/office/',
        ]
        assert.deepEqual(await placesOf(asked), all(asked, 'sepet'))
      })

      it('do not reach it where they are for operators, or the web shop has its own', async () => {
        for (const path of inGroup('operators')) assert.notEqual(await front.placeOf(path), 'sepet', path)
        const asked = [...inGroup('returnPages'), ...inGroup('reference'), '/', '/playground/shop']
        assert.deepEqual(await placesOf(asked), all(asked, 'shop'))
      })

      it('are told from those of the web shop that begin alike', async () => {
        const asked = ['/officer', '/office.html', '/office-hours/', '/ui', '/uikit/', '/buyers/1', '/apis/', '/ucps/']
        const others = file === 'deploy/kubernetes/' ? asked.filter(path => path !== '/ui') : asked
        assert.deepEqual(await placesOf(others), all(others, 'shop'))
      })
    })
  }

  describe('behind the front of npm run web-shop', () => {
    let front: Front
    before(async () => {
      front = await startFront(webShopFront)
    })
    after(() => front.stop())

    it('reach it in development, but for those of operators and those of the web shop', async () => {
      for (const group of ['public', 'reference', 'playground'] as const)
        for (const path of inGroup(group, 'development')) assert.equal(await front.placeOf(path), 'sepet', path)
      for (const path of ['/buy/101:1', '/office/']) assert.equal(await front.placeOf(path), 'sepet', path)
      const others = [...inGroup('operators', 'development'), ...inGroup('returnPages', 'development')]
      for (const path of [...others, '/officer', '/buyers']) assert.equal(await front.placeOf(path), 'shop', path)
    })
  })
})
