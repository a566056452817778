/** Unit and property tests of language negotiation. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { LANGUAGES, type Language, preferredLanguage } from './language.ts'

type Cases = Record<string, Language>

const named: Cases = {
  en: 'en',
  EN: 'en',
  'en-GB': 'en',
  'en-US,en;q=0.9': 'en',
  tr: 'tr',
  'tr-TR': 'tr',
  'tr-Latn-TR-x-a': 'tr',
  'tr-TR,tr;q=0.9,en-US;q=0.8,en;q=0.7': 'tr',
  de: 'tr',
  'de-DE, de;q=0.9, en;q=0.3': 'en',
}
const weighted: Cases = {
  'en;q=0.8, tr;q=0.9': 'tr',
  'tr;q=0.8, en;q=0.9': 'en',
  'tr;q=0.123, en;q=0.124': 'en',
  'en, tr': 'en',
  'tr, en': 'tr',
  'en;q=1.000,tr;q=1': 'en',
  'en;q=0, tr;q=0.001': 'tr',
  'tr;q=0, en;q=0.001': 'en',
  'en;q=0': 'tr',
  'en-US;q=0.2, tr;q=0.5, en-GB;q=0.9': 'en',
  'en-GB,tr': 'en',
  'en-US,tr;q=0.8,en;q=0.7': 'en',
  'en-US,tr;q=0.7,en;q=0.3': 'en',
  'en-GB,tr-TR;q=0.9,en;q=0.8': 'en',
  'tr-TR,en;q=0.9,tr;q=0.8': 'tr',
}
const wildcards: Cases = {
  '*': 'tr',
  '*;q=0': 'tr',
  'de, *;q=0.5': 'tr',
  'en;q=0.5, *': 'tr',
  'tr;q=0.5, *': 'en',
  'tr;q=0, *': 'en',
  'tr;q=0, *;q=0.1': 'en',
  '*, en': 'en',
}
const unreadable: Cases = {
  eng: 'tr',
  'e n': 'tr',
  en_US: 'tr',
  'en-': 'tr',
  'en--GB': 'tr',
  'en;q=2': 'tr',
  'en;q=0.1234': 'tr',
  'en;q=-1': 'tr',
  'en;q=NaN': 'tr',
  'en;q=1;q=1': 'tr',
  'en;level=1': 'tr',
  'en;': 'tr',
  '': 'tr',
  ' en ; q=0.9 ,\ttr ; q=0.1 ': 'en',
  ',,;,en,': 'en',
}

function assertAll(cases: Cases): void {
  for (const [header, language] of Object.entries(cases)) assert.equal(preferredLanguage(header), language, header)
}

describe('preferredLanguage', () => {
  it('returns the named language for any region, and Turkish when the header names no supported language', () =>
    assertAll(named))

  it('returns the language with the greatest weight, the first among equal weights', () => assertAll(weighted))

  it('applies a wildcard to the languages that the header does not name', () => assertAll(wildcards))

  it('ignores invalid ranges', () => assertAll(unreadable))

  it('returns Turkish without a header', () => assert.equal(preferredLanguage(undefined), 'tr'))

  it('returns a supported language for any header', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('en', 'tr', '*', ',', ';', 'q=', '0.', '5', '-', ' ', 'ÿ') }),
        header => LANGUAGES.includes(preferredLanguage(header)),
      ),
    )
  })

  it('uses the first fifty ranges only', () => {
    assert.equal(preferredLanguage(`${'de,'.repeat(49)}en`), 'en')
    assert.equal(preferredLanguage(`${'de,'.repeat(50)}en`), 'tr')
  })

  it('takes linear time for a header of a million characters', () => {
    const entries = ['en;q=0.5,', 'en', ',', ';', ' ', '\t,', 'en-', '-a', '*;', 'a,', 'q=', '*,', 'en ; q=0.', '0']
    for (const entry of entries) {
      // 60 times the maximum header size. An algorithm of quadratic time would take hours.
      const header = entry.repeat(1_000_000 / entry.length)
      assert.ok(LANGUAGES.includes(preferredLanguage(header)))
    }
  })
})
