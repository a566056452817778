/** All environment variables: default, parser and description. docs/configuration.md is generated from this file. */

import { limits } from './limit-variables.ts'
import { office } from './office-variables.ts'
import {
  bearerToken,
  foreignIssuer,
  httpUrl,
  integer,
  list,
  oneOf,
  origins,
  path,
  paths,
  postgresUrl,
  proxies,
  ratio,
  redisUrl,
  scopeMap,
  text,
  truth,
} from './parsers.ts'
import { ucp } from './ucp-variables.ts'
import { optional, type Variable, variable } from './variable.ts'
import { webhooks } from './webhook-variables.ts'

export type { Variable }

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
/** Default return paths of the specification. */
const SPECIFIED_RETURN_PATHS = ['/sepet', '/odeme', '/checkout', '/order', '/uye-siparisleri']
const GENERATED = 'generated in development'

const server = {
  NODE_ENV: variable(
    'development',
    oneOf(['development', 'production', 'test']),
    '`production` refuses [weak secrets](#secrets), loads no sample shop and has no [playground](playground.md)',
  ),
  HOST: variable('127.0.0.1', text, 'the address to listen on; `sepet serve --host` overrides it'),
  PORT: variable(8080, integer(0, 65_535), 'the port to listen on; `sepet serve --port` overrides it'),
  PUBLIC_URL: optional(
    httpUrl,
    'where clients reach Sepet: picture URLs and checkout links begin with it; on https the session cookie is Secure',
    'http://localhost:$PORT',
  ),
  TRUST_PROXY: {
    ...variable<number | string[]>(
      0,
      proxies,
      'how many proxies, or which addresses (`10.0.0.0/8`), are trusted for [the client’s address](#the-clients-address)',
    ),
    otherwise: 'off',
  },
  CORS_ORIGINS: variable<string[]>(
    [],
    origins,
    'browser origins that may call the storefront API, and MCP of [shopping agents](agents.md#over-mcp), comma-separated',
  ),
}

const storage = {
  DATA_DIR: variable(
    './data',
    text,
    'the folder of the embedded database, of generated development secrets and of the [key of the office’s roles](office.md#the-key-of-development)',
  ),
  DATABASE_URL: optional(
    postgresUrl,
    '`postgres://user:password@host:5432/name` runs on PostgreSQL 15 or newer instead of the embedded database',
  ),
  REDIS_URL: optional(
    redisUrl,
    '`redis://host:6379` shares rate limits between instances; while it is unavailable, each instance counts separately',
  ),
  REDIS_TIMEOUT_MS: variable(
    500,
    integer(50, 60_000),
    'milliseconds without a result after which Redis is unavailable',
  ),
}

const accessTokens = {
  ACCESS_TOKEN_SECRET: optional(text, 'the HS256 key of access tokens', GENERATED),
  ACCESS_TOKEN_JWKS_URL: optional(
    httpUrl,
    'verifies RS, PS and ES (256, 384, 512) and EdDSA tokens of [an external issuer](identity.md) instead; its keys are fetched every 30 s and, while it is unavailable, kept for one day',
  ),
  ACCESS_TOKEN_ISSUER: optional(
    foreignIssuer,
    'the required `iss` of access tokens, not `sepet`; set it where the issuer serves other shops too',
  ),
  ACCESS_TOKEN_AUDIENCE: optional(list, 'comma-separated; one of them must be in the `aud` of access tokens'),
  ACCESS_TOKEN_CLIENT_ID: optional(
    list,
    'comma-separated; one of them must be the `client_id` or `azp` of access tokens, also where an audience is required',
  ),
  ACCESS_TOKEN_MEMBER_CLAIM: optional(
    text,
    '[the claim](identity.md#claims) that holds a customer’s `externalId`; without it `sub` is `member:<customer id>`',
  ),
  ACCESS_TOKEN_SCOPE_CLAIMS: variable<string[]>(
    ['scope'],
    list,
    'comma-separated claims that hold scopes, each a space-separated text or an array',
  ),
  ACCESS_TOKEN_SCOPE_MAP: optional(
    scopeMap,
    'comma-separated `theirs=ours`, such as `shop/account=storefront:account`; a scope that is not named counts as it is',
  ),
  SEPET_TOKEN_SECRET: optional(
    list,
    'HS256 keys of the tokens that Sepet issues to guests and web shops, comma-separated: the first signs, all verify; without it, production issues none',
    GENERATED,
  ),
  GUEST_TOKEN_TTL_SECONDS: variable(86_400, integer(60, 31_536_000), 'lifetime of a guest’s token, in seconds'),
}

const handoff = {
  HANDOFF_SECRET: optional(
    list,
    'HMAC-SHA256 keys of checkout links, comma-separated: the first signs, all verify',
    GENERATED,
  ),
  HANDOFF_TOKEN_TTL_SECONDS: variable(60, integer(1, 3600), 'lifetime of a checkout link, in seconds'),
  ALLOWED_RETURN_PATHS: variable(
    SPECIFIED_RETURN_PATHS,
    paths,
    'allowed return paths, comma-separated: these paths and those below them',
  ),
  DEFAULT_RETURN_PATH: variable(
    '/sepet',
    path,
    'return path of a handoff that fails or requests a path that is not allowed',
  ),
}

const checkouts = {
  CHECKOUT_HOLD_MINUTES: variable(
    30,
    integer(1, 1440),
    'minutes for which a hold keeps its totals, its uses of coupons and campaigns and its reservations of stock',
  ),
  HOLD_RENEWALS: variable(3, integer(0, 1e6), 'further [holds](orders.md#unpaid-holds) unpaid in 24 h; 0: no limit'),
}

const operation = {
  IMPORT_BODY_LIMIT_MB: variable(
    64,
    integer(1, 4096),
    'largest body of an [import over HTTP](importing.md), in MB of 1,048,576 bytes',
  ),
  IMPORT_TIME_LIMIT_SECONDS: variable(
    840,
    integer(1, 86_400),
    'maximum time of an [import over HTTP](importing.md) after its body has arrived; then it is ended',
  ),
  EVENT_RETENTION_DAYS: variable(30, integer(1, 3650), 'days for which events are kept'),
  HISTORY_RETENTION_DAYS: variable(
    180,
    integer(1, 3650),
    'days for which [who changed what](events.md#who-changed-what) is kept',
  ),
  GUEST_CART_TTL_DAYS: variable(
    30,
    integer(0, 3650),
    'minimum days that an idle guest’s cart is kept, and that an expired guest token can be renewed; 0 is for ever',
  ),
  SHUTDOWN_DELAY_SECONDS: variable(
    3,
    integer(0, 300),
    'time after SIGTERM in which requests are still served, so that load balancers can route to other instances',
  ),
  LOG_LEVEL: variable<(typeof LOG_LEVELS)[number]>(
    'info',
    oneOf(LOG_LEVELS),
    'JSON [logs](monitoring.md#logs) on standard output: `trace` to `fatal`, or `silent`; above `info` there is no audit',
  ),
  METRICS_TOKEN: optional(bearerToken, 'bearer token of [`/metrics`](monitoring.md); required in production'),
}

/** OpenTelemetry variables that Sepet itself reads; the exporter reads others. */
const traces = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    httpUrl,
    '`http://collector:4318` sends [traces](monitoring.md#traces) there, by OTLP over HTTP',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: variable('http/protobuf', oneOf(['http/protobuf']), 'the only supported protocol'),
  OTEL_TRACES_SAMPLER: variable<(typeof SAMPLERS)[number]>(
    'parentbased_always_on',
    oneOf(SAMPLERS),
    'which requests are traced: `always_on`, `always_off` or `traceidratio`; with `parentbased_` before it, a caller that traces decides',
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(1, ratio, 'share of requests that are traced by `traceidratio`, from 0 to 1'),
  OTEL_SDK_DISABLED: variable(false, truth, '`true` sends no traces, whatever else is set'),
}

/** The variables by subject, in the order of docs/configuration.md. */
export const variableGroups: Record<string, Record<string, Variable<unknown>>> = {
  'The server': server,
  'What it stores': storage,
  'Access tokens': accessTokens,
  'Checkout handoff': handoff,
  Orders: checkouts,
  'Rate limits and bounds': limits,
  Operation: operation,
  Webhooks: webhooks,
  'Shopping agents': ucp,
  Office: office,
  Traces: traces,
}

/** All variables by name. */
export const variables = {
  ...server,
  ...storage,
  ...accessTokens,
  ...handoff,
  ...checkouts,
  ...limits,
  ...operation,
  ...webhooks,
  ...ucp,
  ...office,
  ...traces,
}

/** The parsed values by name. */
export type Values = { [Name in keyof typeof variables]: (typeof variables)[Name]['fallback'] }
