/** Environment variables of the agents' door. */

import { checkUrl } from '../outgoing/check-url.ts'
import { decimalAbove0, integer, list, oneOf, type Parse } from './parsers.ts'
import { optional, variable } from './variable.ts'

/** A key that platforms send. */
export interface ApiKey {
  key: string
  /** The profile URL or the origin of the only platform that may use it; undefined for any. */
  boundTo: string | undefined
}

/** Stands for every profile that is not on this machine. */
export const ANY_PROFILE = '*'

const KEY = /^[A-Za-z0-9._~-]{32,255}$/

/** The variables. */
export const ucp = {
  UCP_ENABLED: optional(
    onOrOff,
    '`true` opens the door of shopping agents, `false` answers its paths with 404; production needs an https `PUBLIC_URL` and `UCP_PLATFORM_PROFILES` for it',
    'true in development, false in production',
  ),
  UCP_API_KEYS: variable<ApiKey[]>(
    [],
    apiKeys,
    'comma-separated keys of platforms, each `key` or `key=<profile URL or origin>`, which binds it to that platform; where any is set, agents must send one as `X-API-Key`',
  ),
  UCP_PLATFORM_PROFILES: optional(
    profiles,
    'comma-separated profile URLs, origins (any path there) or `*` (any on public hosts) of the platforms that may call; development also takes `http://localhost` and `http://127.0.0.1`, which `*` does not name',
    '`*` in development',
  ),
  UCP_ITEM_ID: variable(
    'id' as const,
    oneOf(['id', 'sku']) as Parse<'id' | 'sku'>,
    'what agents name an item by: `id` is product or product-variant (`101-3`), `sku` its SKU',
  ),
  UCP_CART_TTL_DAYS: variable(
    7,
    decimalAbove0(365),
    'days that an agent’s cart lives after its creation or its last saved update; decimals are allowed',
  ),
  UCP_RATE_LIMIT: variable(
    1200,
    integer(0, 1e9),
    'requests of agents a minute per platform, and the same number per address; 0 switches it off',
  ),
  UCP_COUPON_RATE_LIMIT: variable(
    60,
    integer(0, 1e9),
    'unknown coupon codes a minute that agents may bring per platform, and the same number per address; 0 switches it off',
  ),
  UCP_FETCH_BUDGET: variable(
    60,
    integer(1, 1e6),
    'profiles of platforms that each process fetches a minute; one address (of IPv6 a /48) or one origin of profiles gets a quarter of it',
  ),
}

function onOrOff(value: string): boolean {
  if (/^(true|on)$/i.test(value)) return true
  if (/^(false|off)$/i.test(value)) return false
  throw new Error('must be true or false')
}

function apiKeys(value: string): ApiKey[] {
  const keys = list(value).map(apiKey)
  if (new Set(keys.map(({ key }) => key)).size === keys.length) return keys
  throw new Error('must not name a key twice')
}

function apiKey(value: string): ApiKey {
  const at = value.indexOf('=')
  const [key, bound] = at < 0 ? [value, undefined] : [value.slice(0, at), value.slice(at + 1)]
  const boundTo = bound === undefined ? undefined : profile(bound)
  if (KEY.test(key) && boundTo !== ANY_PROFILE) return { key, boundTo }
  throw new Error('must be keys of 32 to 255 letters, digits and ._~-, each alone or as key=<profile URL or origin>')
}

function profiles(value: string): string[] {
  return list(value).map(profile)
}

/** Returns a pattern as `URL` writes it: an origin has no slash at its end, and a URL has a path. */
function profile(value: string): string {
  if (value === ANY_PROFILE) return ANY_PROFILE
  const checked = checkUrl(value, { allowHttp: true })
  // An asterisk in a host would name no platform.
  if ('url' in checked && !checked.url.host.includes('*') && isReachable(checked.url)) {
    return /^https?:\/\/[^/?]+$/i.test(value) ? checked.url.origin : checked.url.href
  }
  throw new Error('must be *, https URLs or https origins such as https://agent.example.com')
}

/** Whether a URL is one that a platform may have: https, and http of this machine in development. */
function isReachable({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
}
