/** Settings of the agents' door: their forms, their defaults, and what production requires of them. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const secret = () => randomBytes(32).toString('hex')
const production = {
  NODE_ENV: 'production',
  ACCESS_TOKEN_SECRET: secret(),
  HANDOFF_SECRET: secret(),
  PUBLIC_URL: 'https://shop.example.com',
}

function problems(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.problems
  }
}
const names = (env: NodeJS.ProcessEnv) => problems(env).map(each => each.split(' ')[0])

describe('the settings of the agents’ door', () => {
  it('open it to any platform in development, and close it in production', () => {
    const { UCP_ENABLED, UCP_PLATFORM_PROFILES, UCP_API_KEYS, UCP_ITEM_ID, UCP_CART_TTL_DAYS } = readConfig({})
    assert.deepEqual([UCP_ENABLED, UCP_PLATFORM_PROFILES, UCP_API_KEYS], [true, ['*'], []])
    assert.deepEqual([UCP_ITEM_ID, UCP_CART_TTL_DAYS], ['id', 7])
    const { UCP_RATE_LIMIT, UCP_FETCH_BUDGET } = readConfig({})
    assert.deepEqual([UCP_RATE_LIMIT, UCP_FETCH_BUDGET], [1200, 60])
    assert.equal(readConfig(production).UCP_ENABLED, false)
    assert.equal(readConfig({ UCP_ENABLED: 'off' }).UCP_ENABLED, false)
  })

  it('require https and platforms in production, where it is open', () => {
    const open = { ...production, UCP_ENABLED: 'true' }
    assert.deepEqual(names(open), ['UCP_PLATFORM_PROFILES'])
    assert.deepEqual(names({ ...open, UCP_PLATFORM_PROFILES: '*' }), [])
    for (const PUBLIC_URL of ['http://shop.example.com', '']) {
      assert.deepEqual(names({ ...open, PUBLIC_URL, UCP_PLATFORM_PROFILES: '*' }), ['PUBLIC_URL'])
    }
  })

  // Proves: weak-secret
  it('refuse keys in production that are patterns, or that are secrets of Sepet', () => {
    const open = { ...production, UCP_ENABLED: 'true', UCP_PLATFORM_PROFILES: '*' }
    assert.deepEqual(names({ ...open, UCP_API_KEYS: `${secret()},${secret()}=https://agent.example.com` }), [])
    for (const key of ['a'.repeat(64), production.HANDOFF_SECRET, production.ACCESS_TOKEN_SECRET]) {
      assert.deepEqual(names({ ...open, UCP_API_KEYS: `${secret()},${key}` }), ['UCP_API_KEYS'])
    }
  })

  it('read keys with what they are bound to, as URLs are compared', () => {
    const [one, two, three] = ['a.~-_9'.repeat(6), 'b'.repeat(32), 'c'.repeat(255)]
    const { UCP_API_KEYS } = readConfig({
      UCP_API_KEYS: `${one}, ${two}=https://Agent.example.com , ${three}=https://a.example/p?q=1`,
    })
    assert.deepEqual(UCP_API_KEYS, [
      { key: one, boundTo: undefined },
      { key: two, boundTo: 'https://agent.example.com' },
      { key: three, boundTo: 'https://a.example/p?q=1' },
    ])
  })

  it('refuse keys in production that are bound to platforms that are not listed, and profiles without https', () => {
    const key = '4f1c'.concat('0a9e7d3b62c58f1e4a7d9b3c6e2f8a15')
    const open = { ...production, UCP_ENABLED: 'true' }
    const namedFor = (UCP_PLATFORM_PROFILES: string, boundTo: string) =>
      names({ ...open, UCP_PLATFORM_PROFILES, UCP_API_KEYS: `${key}=${boundTo}` })
    for (const [listed, boundTo] of [
      ['*', 'https://a.example/p'],
      ['https://a.example', 'https://a.example/p'],
      ['https://a.example/p', 'https://a.example'],
      ['https://b.example/q, https://a.example/p', 'https://a.example/p'],
    ] as const) {
      assert.deepEqual(namedFor(listed, boundTo), [], listed)
    }
    for (const [listed, boundTo] of [
      ['https://a.example/q', 'https://a.example/p'],
      ['https://b.example', 'https://a.example'],
      ['*', 'http://localhost:3000'],
    ] as const) {
      assert.deepEqual(namedFor(listed, boundTo), ['UCP_API_KEYS'], listed)
    }
    assert.deepEqual(names({ ...open, UCP_PLATFORM_PROFILES: 'http://localhost:3000' }), ['UCP_PLATFORM_PROFILES'])
  })

  it('tell an origin, which has no path, from a URL', () => {
    const read = (UCP_PLATFORM_PROFILES: string) => readConfig({ UCP_PLATFORM_PROFILES }).UCP_PLATFORM_PROFILES
    assert.deepEqual(
      read('https://a.example, https://B.example:443/, https://c.example/x/../y, http://localhost:3000, *'),
      ['https://a.example', 'https://b.example/', 'https://c.example/y', 'http://localhost:3000', '*'],
    )
  })

  it('refuse other texts, without repeating them', () => {
    const key = 'hunter2'.repeat(5)
    const wrong: Record<string, string[]> = {
      UCP_ENABLED: ['yes', '1'],
      UCP_API_KEYS: [
        'hunter2',
        `${key} x`,
        `${key}=`,
        `${key}=*`,
        `${key}=hunter2`,
        `${key}=http://hunter2.example`,
        `${key},`,
        `${key},${key}`,
        'h'.repeat(256),
        `${key}/`,
      ],
      UCP_PLATFORM_PROFILES: [
        'hunter2',
        'http://hunter2.example',
        'https://hunter2@a.example',
        'https://a.example/#hunter2',
        'https://*.hunter2.example',
        'a,',
        '**',
      ],
      UCP_ITEM_ID: ['SKU', 'barcode'],
      UCP_CART_TTL_DAYS: ['0', '-1', '365.1', 'x'],
      UCP_RATE_LIMIT: ['-1', '1.5', 'x'],
      UCP_FETCH_BUDGET: ['0', '-1', 'x'],
    }
    for (const [name, texts] of Object.entries(wrong)) {
      for (const text of texts) {
        const found = problems({ [name]: text })
        assert.deepEqual([found.length, found[0]?.split(' ')[0]], [1, name], text)
        assert.ok(!found[0]?.includes('hunter2'), text)
      }
    }
  })
})
