/** The only reader of the environment: every variable with its default, its rule and one sentence on what it is for. */

import { isIP } from 'node:net'
import { hostsOf } from './db/postgres-url.ts'
import { weaknessOf } from './weak-secret.ts'

type Parse<T> = (text: string) => T

interface Variable<T> {
  /** Used when the variable is unset or empty. */
  fallback: T
  /** @throws Error whose message says what the value must be */
  parse: Parse<T>
  about: string
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const SPECIFIED_RETURN_PATHS = ['/sepet', '/odeme', '/checkout', '/order', '/uye-siparisleri']

const variables = {
  NODE_ENV: variable(
    'development',
    oneOf(['development', 'production', 'test']),
    'production refuses weak secrets and loads no sample shop',
  ),
  HOST: variable('127.0.0.1', text, 'the address to listen on'),
  PORT: variable(8080, integer(0, 65_535), 'the port to listen on'),
  PUBLIC_URL: variable<string | undefined>(
    undefined,
    httpUrl,
    'where clients reach Sepet; http://localhost:$PORT unless set',
  ),
  DATA_DIR: variable('./data', text, 'the folder of the embedded database and of generated development secrets'),
  DATABASE_URL: variable<string | undefined>(
    undefined,
    postgresUrl,
    'runs on PostgreSQL instead of the embedded database',
  ),
  REDIS_URL: variable<string | undefined>(undefined, redisUrl, 'shares rate limits between instances'),
  ACCESS_TOKEN_SECRET: variable<string | undefined>(undefined, text, 'the HS256 key of access tokens'),
  ACCESS_TOKEN_JWKS_URL: variable<string | undefined>(
    undefined,
    httpUrl,
    'verifies RS256, ES256 and EdDSA tokens of an external issuer instead',
  ),
  ACCESS_TOKEN_ISSUER: variable<string | undefined>(undefined, text, 'the `iss` that access tokens must carry'),
  ACCESS_TOKEN_AUDIENCE: variable<string | undefined>(undefined, text, 'the `aud` that access tokens must carry'),
  HANDOFF_SECRET: variable<string[] | undefined>(
    undefined,
    list,
    'the HMAC keys of handoff tokens: the first signs, all verify',
  ),
  HANDOFF_TOKEN_TTL_SECONDS: variable(60, integer(1, 3600), 'how long a handoff link lives'),
  ISSUE_RATE_LIMIT: variable(10, integer(0, 1e9), 'handoffs a minute per token and address; 0 = off'),
  GUEST_ISSUE_IP_RATE_LIMIT: variable(30, integer(0, 1e9), 'guest handoffs a minute per address; 0 = off'),
  HANDOFF_RATE_LIMIT: variable(30, integer(0, 1e9), 'opened handoff links a minute per address; 0 = off'),
  CART_RATE_LIMIT: variable(600, integer(0, 1e9), 'cart requests a minute per access token; 0 = off'),
  COUPON_RATE_LIMIT: variable(30, integer(0, 1e9), 'coupon attempts a minute per access token; 0 = off'),
  GUEST_CART_TTL_DAYS: variable(30, integer(0, 3650), 'how long an idle guest’s cart is kept; 0 = for ever'),
  ALLOWED_RETURN_PATHS: variable(SPECIFIED_RETURN_PATHS, paths, 'prefixes a handoff may return to'),
  DEFAULT_RETURN_PATH: variable('/sepet', path, 'where a handoff returns to otherwise'),
  TRUST_PROXY: variable<number | string[]>(0, proxies, 'hops, or addresses, whose X-Forwarded-For is believed'),
  CORS_ORIGINS: variable<string[]>([], origins, 'browser origins that may call the storefront API'),
  METRICS_TOKEN: variable<string | undefined>(
    undefined,
    bearerToken,
    'what /metrics asks for; in production it is closed without',
  ),
  MAX_CONNECTIONS: variable(8192, integer(1, 1e6), 'connections held at once; more are hung up on'),
  MAX_REQUESTS_UNDER_WAY: variable(100, integer(1, 10_000), 'requests answered at once; others wait, or are refused'),
  SHUTDOWN_DELAY_SECONDS: variable(3, integer(0, 300), 'how long SIGTERM lets balancers look elsewhere first'),
  LOG_LEVEL: variable<(typeof LOG_LEVELS)[number]>('info', oneOf(LOG_LEVELS), 'how much to log, as JSON'),
}

type Values = { [Name in keyof typeof variables]: (typeof variables)[Name]['fallback'] }

export interface Config extends Omit<Values, 'PUBLIC_URL'> {
  /** Without a trailing slash. */
  PUBLIC_URL: string
  production: boolean
}

/** Thrown with every problem of the environment at once. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/**
 * Reads and checks the environment.
 * @throws ConfigError naming every variable that is wrong, never its value, which may be a secret
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const values = Object.fromEntries(
    Object.entries<Variable<unknown>>(variables).map(([name, { fallback, parse }]) => {
      const raw = env[name]?.trim()
      if (!raw) return [name, fallback]
      try {
        return [name, parse(raw)]
      } catch (error) {
        problems.push(`${name} ${(error as Error).message}.`)
        return [name, fallback]
      }
    }),
  ) as Values
  problems.push(...contradictions(values))
  if (problems.length > 0) throw new ConfigError(problems)
  const PUBLIC_URL = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '')
  return { ...values, PUBLIC_URL, production: values.NODE_ENV === 'production' }
}

function contradictions(values: Values): string[] {
  const problems: string[] = []
  if (values.ACCESS_TOKEN_SECRET && values.ACCESS_TOKEN_JWKS_URL) {
    problems.push('ACCESS_TOKEN_SECRET and ACCESS_TOKEN_JWKS_URL exclude each other: set one.')
  }
  if (values.NODE_ENV === 'production') problems.push(...weakSecrets(values))
  return problems
}

/** Access tokens and handoff tokens have a secret each, so that whoever mints the one kind cannot forge the other. */
function weakSecrets({ ACCESS_TOKEN_JWKS_URL, ACCESS_TOKEN_SECRET, HANDOFF_SECRET, METRICS_TOKEN }: Values): string[] {
  const advice = 'in production (try: openssl rand -base64 48).'
  const problems: string[] = []
  const accessWeakness = ACCESS_TOKEN_JWKS_URL ? undefined : weaknessOf(ACCESS_TOKEN_SECRET)
  if (accessWeakness) problems.push(`ACCESS_TOKEN_SECRET ${accessWeakness} ${advice} Or set ACCESS_TOKEN_JWKS_URL.`)
  const handoffWeakness = (HANDOFF_SECRET ?? [undefined]).map(weaknessOf).find(each => each !== undefined)
  if (handoffWeakness) problems.push(`HANDOFF_SECRET ${handoffWeakness} ${advice}`)
  if (ACCESS_TOKEN_SECRET && HANDOFF_SECRET?.includes(ACCESS_TOKEN_SECRET)) {
    problems.push('HANDOFF_SECRET must differ from ACCESS_TOKEN_SECRET in production.')
  }
  const metricsWeakness = METRICS_TOKEN && weaknessOf(METRICS_TOKEN)
  if (metricsWeakness) problems.push(`METRICS_TOKEN ${metricsWeakness} ${advice}`)
  if (METRICS_TOKEN && [ACCESS_TOKEN_SECRET, ...(HANDOFF_SECRET ?? [])].includes(METRICS_TOKEN)) {
    problems.push('METRICS_TOKEN must differ from the other secrets in production.')
  }
  return problems
}

function variable<T>(fallback: T, parse: Parse<T>, about: string): Variable<T> {
  return { fallback, parse, about }
}

function text(value: string): string {
  return value
}

/** RFC 6750 section 2.1. */
function bearerToken(value: string): string {
  if (/^[\w\-.~+/]+=*$/.test(value)) return value
  throw new Error('must be a bearer token: letters, digits and -._~+/ (try: openssl rand -base64 48)')
}

function list(value: string): string[] {
  const items = value.split(',').map(each => each.trim())
  if (items.some(each => each === '')) throw new Error('must be a comma-separated list without empty entries')
  return items
}

function integer(minimum: number, maximum: number): Parse<number> {
  return value => {
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= minimum && number <= maximum) return number
    throw new Error(`must be an integer from ${minimum} to ${maximum}`)
  }
}

function oneOf<const T extends string>(choices: readonly T[]): Parse<T> {
  return value => {
    const choice = choices.find(each => each === value)
    if (choice) return choice
    throw new Error(`must be one of ${choices.join(', ')}`)
  }
}

function httpUrl(value: string): string {
  const url = URL.parse(value)
  const plain = /^https?:\/\/[^\s?#@\\]+$/i.test(value)
  if (url && plain) return url.href
  throw new Error('must be an http or https address, such as https://shop.example.com')
}

function postgresUrl(value: string): string {
  hostsOf(value)
  return value
}

function redisUrl(value: string): string {
  const url = URL.parse(value)
  if (url && /^rediss?:$/.test(url.protocol) && url.hostname && /^(\/\d{0,3})?$/.test(url.pathname)) return value
  throw new Error('must look like redis://host:6379 or redis://host:6379/1')
}

function path(value: string): string {
  if (/^(\/[A-Za-z0-9._~-]+)+$/.test(value) && !/\/\.{1,2}(\/|$)/.test(value)) return value
  throw new Error('must be a path such as /sepet')
}

function paths(value: string): string[] {
  return list(value).map(path)
}

function proxies(value: string): number | string[] {
  if (value === 'off') return 0
  if (/^\d+$/.test(value)) return Number(value)
  const addresses = list(value)
  if (addresses.every(isAddress)) return addresses
  throw new Error('must be off, a number of hops, or addresses such as 10.0.0.0/8')
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

function origins(value: string): string[] {
  for (const each of list(value)) {
    // Web views of hybrid apps have origins such as capacitor://localhost, which URL calls "null".
    if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*]+$/.test(each))
      throw new Error('must be origins such as https://shop.example.com')
  }
  return list(value)
}
