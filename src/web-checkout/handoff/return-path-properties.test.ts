/** Property tests of return path validation: a second reader of the grammar, and the readers of a redirect's target. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { rounds } from '../../../test/support/runner/rounds.ts'
import { isAllowedPath } from './return-path.ts'

const ALLOWED = ['/order', '/uye-siparisleri']
/** The address whose response redirects. */
const HANDOFF_URL = 'https://shop.example/api/v3/storefront/checkout/handoff?t=x'

const PATH_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@"
const HEX_DIGITS = '0123456789ABCDEFabcdef'

const harmless = [
  'a',
  '2',
  '-',
  '~',
  ':',
  '@',
  '+',
  '&',
  '=',
  ';',
  '.',
  '%20',
  '%2B',
  '%2b',
  '%C3%B6',
  '%3B',
  '%E2%80%A6',
]
const dots = ['..', '%2e', '%2E', '%E2%80%A4', '%E2%80%A5', '%EF%BC%8E', '%EF%B9%92', '%EF%BC%9B', '%CD%BE']
const slashes = ['//', '\\', '%2f', '%5C', '%EF%BC%8F', '%EF%BC%BC', '%EF%B9%A8', '%E2%84%80', '／', '＼', '%c0%af']
const controls = ['\t', '\n', '\r', '\0', ' ', '%00', '%09', '%0d%0a', '%7f', '%C2%85', '%E2%80%8B']
const broken = [
  '%',
  '%2',
  '%zz',
  '%25',
  '%252e',
  '%252f',
  '%EF%BC%85',
  '%ff',
  '%C3',
  '%ED%A0%80',
  'ö',
  '\ud800',
  '?',
  '#',
]
const foreign = ['//evil.example', '@evil.example', 'https://evil.example', 'javascript:', '/admin']

const start = fc.constantFrom('/order', '/order/', '/order/a/', '/uye-siparisleri/', '/orders', '', '/', '//', '/./')
const kindPiece = fc.constantFrom(...harmless, '/')
const anyPiece = fc.constantFrom(...harmless, '/', ...dots, ...slashes, ...controls, ...broken, ...foreign)
const pathOf = (piece: fc.Arbitrary<string>) =>
  fc.tuple(start, fc.array(piece, { maxLength: 8 })).map(([first, pieces]) => first + pieces.join(''))
/** Paths of which about half are allowed, and hostile ones with at most two pieces that are not harmless. */
const anyPath = fc.oneof(
  pathOf(kindPiece),
  pathOf(anyPiece),
  fc
    .tuple(pathOf(kindPiece), anyPiece, fc.array(kindPiece, { maxLength: 4 }))
    .map(([path, piece, rest]) => path + piece + rest.join('')),
)

describe('a return path', () => {
  it('is allowed exactly when a second reader of the grammar, octet by octet, accepts it', () => {
    const numRuns = rounds({ short: 5_000, long: 20_000 })
    const counts = { allowed: 0, refused: 0 }
    fc.assert(
      fc.property(anyPath, path => {
        const isAllowed = isAllowedPath(path, ALLOWED)
        counts[isAllowed ? 'allowed' : 'refused']++
        assert.equal(isAllowed, isAllowedByOctets(path), JSON.stringify(path))
      }),
      { numRuns },
    )
    assert.ok(Math.min(counts.allowed, counts.refused) > numRuns / 20, JSON.stringify(counts))
  })

  it('that is allowed is the address which a browser opens, byte for byte, on the host of the shop', () => {
    fc.assert(
      fc.property(allowedPath(), path => {
        const { origin, pathname, search, hash, username } = new URL(path, HANDOFF_URL)
        assert.deepEqual([origin, pathname, search, hash, username], ['https://shop.example', path, '', '', ''])
      }),
      { numRuns: rounds({ short: 1_250, long: 5_000 }) },
    )
  })

  // Proves: foreign-redirect
  it('that is allowed stays below its prefix for readers that decode, normalise, and drop parameters, in any order', () => {
    fc.assert(
      fc.property(allowedPath(), fc.array(fc.constantFrom(...readers), { maxLength: 5 }), (path, chain) => {
        const read = chain.reduce((text, reader) => reader(text), path)
        const { origin, pathname } = new URL(read, HANDOFF_URL)
        assert.equal(origin, 'https://shop.example', read)
        const prefix = ALLOWED.find(each => path.startsWith(each))
        assert.ok(`${pathname}/`.startsWith(`${prefix}/`), `${path} is read as ${pathname}`)
      }),
      { numRuns: rounds({ short: 2_500, long: 10_000 }) },
    )
  })

  it('that is allowed is a text which a response header takes unchanged', () => {
    fc.assert(
      fc.property(allowedPath(), path => {
        assert.equal(new Headers({ Location: path }).get('Location'), path)
        assert.equal(Buffer.from(path, 'latin1').toString('latin1'), path)
      }),
      { numRuns: rounds({ short: 500, long: 2_000 }) },
    )
  })
})

function allowedPath(): fc.Arbitrary<string> {
  return anyPath.filter(path => isAllowedPath(path, ALLOWED))
}

/** What proxies, frameworks and servlet containers do with a path before they resolve dot segments. */
const readers: ((text: string) => string)[] = [
  text =>
    text.replace(/(?:%[0-9A-Fa-f]{2})+/g, octets => Buffer.from(octets.replaceAll('%', ''), 'hex').toString('utf8')),
  text => text.normalize('NFKC'),
  text => text.replace(/;[^/]*/g, ''),
  text => text.replaceAll('\\', '/'),
  text => text.replace(/[\t\r\n\0]/g, ''),
  text => text.replace(/\/{2,}/g, '/'),
]

/** The grammar, read without regular expressions and without `decodeURIComponent`. */
function isAllowedByOctets(path: string): boolean {
  const prefix = ALLOWED.find(each => path === each || path.startsWith(`${each}/`))
  if (prefix === undefined || path.length > 2048) return false
  if (path === prefix || path === `${prefix}/`) return true
  const body = path.endsWith('/') ? path.slice(0, -1) : path
  return body
    .slice(prefix.length + 1)
    .split('/')
    .every(segment => segment !== '' && isSafe(textOf(segment)))
}

function isSafe(text: string | undefined): boolean {
  if (text === undefined) return false
  const name = (text.includes(';') ? text.slice(0, text.indexOf(';')) : text).trim()
  return name !== '.' && name !== '..' && [...text].every(isSafeCharacter)
}

function isSafeCharacter(character: string): boolean {
  const code = character.codePointAt(0) as number
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0)
  return !isControl && character !== '/' && character !== '\\' && character !== '%'
}

/** @returns the NFKC text of a segment; undefined for a character that is no path character, or octets that are not UTF-8 */
function textOf(segment: string): string | undefined {
  const octets: number[] = []
  for (let at = 0; at < segment.length; at++) {
    const character = segment.charAt(at)
    const digits = [segment.charAt(at + 1), segment.charAt(at + 2)]
    if (PATH_CHARACTERS.includes(character)) octets.push(character.charCodeAt(0))
    else if (character === '%' && digits.every(each => each !== '' && HEX_DIGITS.includes(each))) {
      octets.push(Number.parseInt(digits.join(''), 16))
      at += 2
    } else return undefined
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(new Uint8Array(octets)).normalize('NFKC')
  } catch {
    return undefined
  }
}
