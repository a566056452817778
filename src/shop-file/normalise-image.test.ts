/** Tests of image URLs and paths. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normaliseImage } from './normalise-image.ts'

test('normaliseImage percent-encodes URLs and paths', () => {
  const cases = {
    'https://cdn.example.com/ürün 1.jpg': 'https://cdn.example.com/%C3%BCr%C3%BCn%201.jpg',
    'HTTPS://CDN.example.com/a.jpg?v=1#x': 'https://cdn.example.com/a.jpg?v=1#x',
    '/p/çay bardağı.jpg': '/p/%C3%A7ay%20barda%C4%9F%C4%B1.jpg',
    'p/101.jpg?w=200': 'p/101.jpg?w=200',
    './p/101.jpg': 'p/101.jpg',
    '/p/%C3%A7ay.jpg': '/p/%C3%A7ay.jpg',
  }
  for (const [given, stored] of Object.entries(cases)) assert.equal(normaliseImage(given), stored, given)
})

test('normaliseImage does not change a normalised image', () => {
  const once = normaliseImage('/p/"çay" <1>.jpg') ?? ''
  assert.equal(normaliseImage(once), once)
})

// Proves: picture-address
test('normaliseImage returns null for a text that is neither an http(s) URL nor a path', () => {
  for (const text of [
    '',
    '  ',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'ftp://x/a.jpg',
    '//evil.example/a.jpg',
    '\\\\evil\\a',
    '?a',
    '#a',
    'C:\\a.jpg',
    'http://',
  ]) {
    assert.equal(normaliseImage(text), null, text)
  }
})

test('normaliseImage returns null for a text of more than 8,000 characters', () => {
  const path = `/${'a'.repeat(7_999)}`
  assert.deepEqual([normaliseImage(path), normaliseImage(`${path}a`)], [path, null])
})
