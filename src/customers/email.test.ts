import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmail, normaliseEmail } from './email.ts'

test('plausible addresses are accepted', () => {
  for (const email of [
    'ayse@example.com',
    ' Ayse+1@Example.COM ',
    'o’neil@örnek.com.tr',
    'a@b.co',
    'customer-1@generated.invalid',
  ]) {
    assert.equal(isEmail(email), true, email)
  }
})

test('what cannot be an address is refused', () => {
  const wrong = [
    '',
    'a',
    '@b.co',
    'a@',
    'a@b',
    'a@.co',
    'a@b..co',
    'a b@c.de',
    'a@b c.de',
    'a@b@c.de',
    'a\u0000@b.co',
    `${'a'.repeat(255)}@b.co`,
  ]
  for (const email of wrong) assert.equal(isEmail(email), false, email)
})

test('a text of megabytes is refused before anything takes quadratic time', () => {
  const marks = 'a' + '\u0301\u0327'.repeat(2_000_000)
  for (const text of [
    'a@'.repeat(2_000_000),
    `a@${'a.'.repeat(2_000_000)}`,
    marks,
    `${marks}@example.com`,
    `a@${marks}.co`,
  ]) {
    assert.equal(isEmail(text), false)
    assert.equal(normaliseEmail(` ${text} `), text)
  }
  assert.equal(isEmail(`${' '.repeat(2_000_000)}ayse@example.com${'\n'.repeat(2_000_000)}`), true)
})

test('characters are counted as they are stored: trimmed, and composed', () => {
  // The character that takes the most code points, four, when it is written in its parts.
  const [composed, parts] = ['\u1f82', '\u1f82'.normalize('NFD')]
  assert.equal(parts.length, 4)
  const longest = `${parts.repeat(250)}@b.co`
  assert.equal(isEmail(longest), true)
  assert.equal(normaliseEmail(` ${longest} `), `${composed.repeat(250)}@b.co`)
  assert.equal(isEmail(`${parts.repeat(251)}@b.co`), false)
  const accents = (count: number) => `a${'\u0301\u0327'.repeat(count / 2)}@b.co`
  assert.deepEqual([isEmail(accents(250)), isEmail(accents(252))], [true, false])
  assert.equal(isEmail(`${'\u{1F6D2}'.repeat(250)}@b.co`), true)
  assert.equal(isEmail(`${'\u{1F6D2}'.repeat(251)}@b.co`), false)
})

test('no character is made of more than four code points, on which the bound of raw texts rests', () => {
  for (let point = 0; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    const parts = String.fromCodePoint(point).normalize('NFD')
    if (parts.length > 8 || [...parts].length > 4) assert.fail(point.toString(16))
  }
})

test('an address is stored trimmed and in lower case', () => {
  assert.equal(normaliseEmail(' Ayse@Example.COM '), 'ayse@example.com')
})
