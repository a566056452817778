/** Parsers of environment variables. Error messages describe the expected value and never contain the actual one. */

import { isIP } from 'node:net'
import { SCOPES } from '../auth/access.ts'
import type { ScopeMapping } from '../auth/token-claims.ts'
import { hostsOf } from '../db/postgres/postgres-url.ts'

/** Parses the text of a variable. @throws Error with the expected form of the value */
export type Parse<T> = (text: string) => T

/** Accepts any text. */
export function text(value: string): string {
  return value
}

/** Parses a bearer token (RFC 6750 section 2.1). */
export function bearerToken(value: string): string {
  if (/^[\w\-.~+/]+=*$/.test(value)) return value
  throw new Error('must be a bearer token: letters, digits and -._~+/ (try: openssl rand -base64 48)')
}

/** Parses a comma-separated list. */
export function list(value: string): string[] {
  const items = value.split(',').map(each => each.trim())
  if (items.some(each => each === '')) throw new Error('must be a comma-separated list without empty entries')
  return items
}

/** Parses the issuer of foreign tokens. Sepet's own tokens have the issuer `sepet`. */
export function foreignIssuer(value: string): string {
  if (value !== 'sepet') return value
  throw new Error('must not be sepet, which is the issuer of the tokens that Sepet signs')
}

/** Parses a list of scopes, each `theirs=ours`. The last `=` separates them, since a scope of a provider may be a URL. */
export function scopeMap(value: string): ScopeMapping[] {
  return list(value).map(each => {
    const at = each.lastIndexOf('=')
    const [theirs, ours] = [each.slice(0, Math.max(at, 0)).trim(), each.slice(at + 1).trim()]
    if (theirs !== '' && !/\s/.test(theirs) && SCOPES.includes(ours)) return { theirs, ours }
    throw new Error(`must be a comma-separated list of theirs=ours, where ours is one of ${SCOPES.join(', ')}`)
  })
}

/** Creates the parser of integers in a range, bounds included. */
export function integer(minimum: number, maximum: number): Parse<number> {
  return value => {
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= minimum && number <= maximum) return number
    throw new Error(`must be an integer from ${minimum} to ${maximum}`)
  }
}

/** Reads a decimal number; NaN for any other text. */
export function number(value: string): number {
  return /^(\d+\.?\d*|\.\d+)$/.test(value) ? Number(value) : Number.NaN
}

/** Creates the parser of decimal numbers in a range, bounds included. */
export function decimal(minimum: number, maximum: number): Parse<number> {
  return value => {
    const parsed = number(value)
    if (parsed >= minimum && parsed <= maximum) return parsed
    throw new Error(`must be a number from ${minimum} to ${maximum}`)
  }
}

/** Creates the parser of decimal numbers above 0, up to a maximum. */
export function decimalAbove0(maximum: number): Parse<number> {
  return value => {
    const parsed = number(value)
    if (parsed > 0 && parsed <= maximum) return parsed
    throw new Error(`must be a number above 0, at most ${maximum}`)
  }
}

/** Parses a number from 0 to 1. */
export function ratio(value: string): number {
  if (/^(0?\.\d+|[01](\.0*)?)$/.test(value)) return Number(value)
  throw new Error('must be a number from 0 to 1')
}

/** Parses `true` or `false`, in any letter case. */
export function truth(value: string): boolean {
  if (/^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw new Error('must be true or false')
}

/** Creates the parser of an enumeration. */
export function oneOf<const T extends string>(choices: readonly T[]): Parse<T> {
  return value => {
    const choice = choices.find(each => each === value)
    if (choice) return choice
    throw new Error(`must be one of ${choices.join(', ')}`)
  }
}

/** Parses an http or https URL without credentials, query and fragment. */
export function httpUrl(value: string): string {
  const url = URL.parse(value)
  const plain = /^https?:\/\/[^\s?#@\\]+$/i.test(value)
  if (url && plain) return url.href
  throw new Error('must be an http or https address, such as https://shop.example.com')
}

/** Checks a PostgreSQL URL. */
export function postgresUrl(value: string): string {
  hostsOf(value)
  return value
}

/** Checks a Redis URL, with an optional database number. */
export function redisUrl(value: string): string {
  const url = URL.parse(value)
  if (url && /^rediss?:$/.test(url.protocol) && url.hostname && /^(\/\d{0,3})?$/.test(url.pathname)) return value
  throw new Error('must look like redis://host:6379 or redis://host:6379/1')
}

/** Parses an absolute path without dot segments. */
export function path(value: string): string {
  if (/^(\/[A-Za-z0-9._~-]+)+$/.test(value) && !/\/\.{1,2}(\/|$)/.test(value)) return value
  throw new Error('must be a path such as /sepet')
}

/** Parses a list of paths. */
export function paths(value: string): string[] {
  return list(value).map(path)
}

/** Parses `off` (0), a number of proxy hops, or a list of addresses and networks. */
export function proxies(value: string): number | string[] {
  if (value === 'off') return 0
  if (/^\d+$/.test(value)) return Number(value)
  const addresses = list(value)
  if (addresses.some(isEverybody)) {
    throw new Error(
      'must not name all addresses or large parts of them, from which any client can come: name those of the proxies, such as 10.0.0.0/8',
    )
  }
  if (addresses.every(isAddress)) return addresses
  throw new Error('must be off, a number of hops, or addresses such as 10.0.0.0/8')
}

/** The shortest prefixes of private networks: 10.0.0.0/8, which IPv6 has as ::ffff:10.0.0.0/104, and fc00::/7. */
const SHORTEST_PREFIX = { ipv4: 8, mapped: 104, ipv6: 7 }

/** Whether a network has more than the addresses of one owner: with each client trusted as a proxy, `X-Forwarded-For` says what it likes. */
function isEverybody(value: string): boolean {
  const [address = '', prefix = '128'] = value.split('/')
  return Number(prefix) < SHORTEST_PREFIX[familyOf(address)]
}

/** Of the many spellings of an IPv4 address in IPv6, a URL has one. */
function familyOf(address: string): keyof typeof SHORTEST_PREFIX {
  if (!address.includes(':')) return 'ipv4'
  const url = URL.parse(`http://[${address}]`)
  return url?.hostname.startsWith('[::ffff:') ? 'mapped' : 'ipv6'
}

function isAddress(value: string): boolean {
  const [address = '', prefix = '0', ...rest] = value.split('/')
  return (
    rest.length === 0 &&
    isIP(address) !== 0 &&
    /^\d{1,3}$/.test(prefix) &&
    Number(prefix) <= (isIP(address) === 4 ? 32 : 128)
  )
}

/** Parses a list of browser origins. */
export function origins(value: string): string[] {
  for (const each of list(value)) {
    // Web views of hybrid apps have origins such as capacitor://localhost, for which URL.origin is "null".
    if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*]+$/.test(each))
      throw new Error('must be origins such as https://shop.example.com')
  }
  return list(value)
}
