/** Which profiles are kept in memory, and which one is removed for another. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createKeptProfiles } from './kept-profiles.fetch.ts'

const urlOf = (origin: number, path: number | string = 0) => new URL(`https://a${origin}.example/${path}`)

const HOUR = 3_600_000
/** Client networks. */
const [US, OTHERS] = ['192.0.2.1', '198.51.100.1']
let time = 0

describe('profiles in memory', () => {
  const fill = (uses: number) => {
    const kept = createKeptProfiles<string>(() => time)
    for (let n = 0; n < 256; n++) {
      const url = urlOf(n >> 3, n & 7)
      kept.keep(url, url.href, US)
      for (let use = 0; use < uses; use++) kept.find(url.href, US)
    }
    return kept
  }
  const countOf = (kept: ReturnType<typeof fill>) =>
    Array.from({ length: 256 }, (_, n) => kept.find(urlOf(n >> 3, n & 7).href, US)).filter(each => each !== undefined)
      .length

  it('are 256, of which one that no request has used goes for another', () => {
    const kept = fill(0)
    kept.find(urlOf(0, 0).href, US)
    kept.keep(urlOf(99), 'another', US)
    assert.equal(kept.find(urlOf(99).href, US), 'another')
    assert.equal(kept.find(urlOf(0, 1).href, US), undefined)
    assert.equal(countOf(kept), 255)
  })

  it('that are used never go for one that was fetched once, and for one that was fetched twice the least recently used goes', () => {
    const kept = fill(1)
    kept.find(urlOf(0, 0).href, US)
    for (let n = 0; n < 1_000; n++) kept.keep(urlOf(100 + n), 'flood', US)
    assert.equal(countOf(kept), 256)
    kept.find(urlOf(0, 0).href, US)
    kept.keep(urlOf(99), 'first', US)
    assert.equal(kept.find(urlOf(99).href, US), undefined)
    kept.keep(urlOf(99), 'second', US)
    assert.equal(kept.find(urlOf(99).href, US), 'second')
    assert.equal(kept.find(urlOf(0, 1).href, US), undefined)
    assert.equal(kept.find(urlOf(0, 0).href, US), urlOf(0, 0).href)
  })

  it('that a network uses keep half of the places of their origin, however often another network asks for more', () => {
    const kept = createKeptProfiles<string>(() => time)
    for (let n = 0; n < 8; n++) {
      kept.keep(urlOf(1, n), 'of us', US)
      kept.find(urlOf(1, n).href, US)
    }
    for (let n = 8; n < 40; n++) {
      for (let times = 0; times < 3; times++) kept.keep(urlOf(1, n), 'of others', OTHERS)
      kept.find(urlOf(1, n).href, OTHERS)
    }
    const ours = Array.from({ length: 8 }, (_, n) => kept.find(urlOf(1, n).href, US)).filter(each => each === 'of us')
    assert.ok(ours.length >= 4, String(ours.length))
  })

  it('that nobody has used for an hour give way', () => {
    const kept = createKeptProfiles<string>(() => time)
    kept.keep(urlOf(1, 0), 'of us', US)
    kept.find(urlOf(1, 0).href, US)
    for (let n = 1; n < 8; n++) {
      kept.keep(urlOf(1, n), 'of others', `203.0.113.${n}`)
      kept.find(urlOf(1, n).href, `203.0.113.${n}`)
    }
    for (let times = 0; times < 2; times++) kept.keep(urlOf(1, 60), 'of others', OTHERS)
    assert.equal(kept.find(urlOf(1, 60).href, OTHERS), undefined)
    time += HOUR + 1
    for (let times = 0; times < 2; times++) kept.keep(urlOf(1, 60), 'of others', OTHERS)
    assert.equal(kept.find(urlOf(1, 60).href, OTHERS), 'of others')
  })

  it('of a network that uses all places of an origin give way to another network, and never its only one', () => {
    const kept = createKeptProfiles<string>(() => time)
    for (let n = 0; n < 8; n++) {
      kept.keep(urlOf(3, n), 'of others', OTHERS)
      kept.find(urlOf(3, n).href, OTHERS)
    }
    for (let times = 0; times < 2; times++) kept.keep(urlOf(3, 8), 'of us', US)
    assert.equal(kept.find(urlOf(3, 8).href, US), 'of us')
    for (let n = 9; n < 40; n++) {
      for (let times = 0; times < 3; times++) kept.keep(urlOf(3, n), 'of others', OTHERS)
      kept.find(urlOf(3, n).href, OTHERS)
    }
    assert.equal(kept.find(urlOf(3, 8).href, US), 'of us')
  })

  for (const touched of ['before', 'after'] as const) {
    // Proves: evicted-profile
    it(`of a network that uses one stay, where others have touched it ${touched} and use all the rest`, () => {
      const kept = createKeptProfiles<string>(() => time)
      const [first, second, third] = ['198.51.100.1', '198.51.100.2', '198.51.100.3'] as const
      const ask = (path: number, ...networks: string[]) => {
        const { href } = urlOf(4, path)
        for (const each of networks) if (!kept.find(href, each)) kept.keep(urlOf(4, path), 'profile', each)
      }
      const strangers = [first, first, second, second]
      const ours = [US, US, US]
      ask(0, ...(touched === 'before' ? [...strangers, ...ours] : [...ours, ...strangers]))
      for (let n = 1; n < 8; n++) ask(n, first, second, first)
      for (let n = 8; n < 40; n++) ask(n, third, third, first, second)
      assert.equal(kept.find(urlOf(4, 0).href, US), 'profile')
    })
  }

  it('of one origin are 8, and further ones take no place of another origin', () => {
    const kept = createKeptProfiles<string>(() => time)
    kept.keep(urlOf(1), 'other', US)
    for (let n = 0; n < 9; n++) kept.keep(urlOf(2, n), 'own', US)
    assert.equal(kept.find(urlOf(2, 0).href, US), undefined)
    for (let n = 1; n < 9; n++) assert.equal(kept.find(urlOf(2, n).href, US), 'own')
    kept.keep(urlOf(2, 9), 'own', US)
    assert.equal(kept.find(urlOf(2, 9).href, US), undefined)
    assert.equal(kept.find(urlOf(1).href, US), 'other')
  })

  it('stay used when they are fetched again, and go when they are deleted', () => {
    const kept = fill(1)
    kept.keep(urlOf(0, 0), 'new', US)
    for (let n = 0; n < 300; n++) kept.keep(urlOf(100 + n), 'flood', US)
    assert.equal(kept.find(urlOf(0, 0).href, US), 'new')
    kept.delete(urlOf(0, 0).href)
    assert.equal(kept.find(urlOf(0, 0).href, US), undefined)
  })
})
