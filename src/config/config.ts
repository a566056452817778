/** Configuration: reads and checks all environment variables, which `config/variables.ts` defines. Every other module gets the checked values. */

import { exposuresOf } from './exposure.ts'
import { ANY_PROFILE } from './ucp-variables.ts'
import { type Values, type Variable, variables } from './variables.ts'
import { weaknessOf } from './weak-secret.ts'

/** The checked configuration. */
export interface Config extends Omit<Values, 'PUBLIC_URL' | 'UCP_ENABLED' | 'UCP_PLATFORM_PROFILES'> {
  /** Address at which clients reach Sepet, without a trailing slash. */
  PUBLIC_URL: string
  UCP_ENABLED: boolean
  /** Profile URLs, origins and `*`. */
  UCP_PLATFORM_PROFILES: string[]
  production: boolean
}

/** The error that lists all problems of the environment. */
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
 * @throws ConfigError with the name of every invalid variable, never its value, which may be a secret
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
  const production = values.NODE_ENV === 'production'
  const { UCP_ENABLED = !production, UCP_PLATFORM_PROFILES = [ANY_PROFILE] } = values
  return { ...values, PUBLIC_URL, UCP_ENABLED, UCP_PLATFORM_PROFILES, production }
}

/** Returns what a configuration that starts may have forgotten, in sentences for the log. */
export function warningsOf(config: Config): string[] {
  const { ACCESS_TOKEN_JWKS_URL, ACCESS_TOKEN_ISSUER, ACCESS_TOKEN_AUDIENCE, ACCESS_TOKEN_CLIENT_ID } = config
  const warnings = exposuresOf(config)
  if (ACCESS_TOKEN_JWKS_URL && !ACCESS_TOKEN_ISSUER && !ACCESS_TOKEN_AUDIENCE && !ACCESS_TOKEN_CLIENT_ID) {
    warnings.push(
      'ACCESS_TOKEN_ISSUER, ACCESS_TOKEN_AUDIENCE and ACCESS_TOKEN_CLIENT_ID are not set: every token of the issuer’s keys is accepted',
    )
  }
  if (config.production && !config.SEPET_TOKEN_SECRET) {
    warnings.push('SEPET_TOKEN_SECRET is not set: guests and web shops get no tokens')
  }
  return warnings
}

/** Returns problems between several variables. */
function contradictions(values: Values): string[] {
  const problems: string[] = []
  if (values.ACCESS_TOKEN_SECRET && values.ACCESS_TOKEN_JWKS_URL) {
    problems.push('ACCESS_TOKEN_SECRET and ACCESS_TOKEN_JWKS_URL exclude each other: set one.')
  }
  problems.push(...incompleteOffice(values))
  if (values.NODE_ENV === 'production')
    problems.push(...weakSecrets(values), ...weakApiKeys(values), ...closedToAgents(values), ...plainOffice(values))
  return problems
}

/** Returns what the office lacks to sign in by an identity provider. */
function incompleteOffice(values: Values): string[] {
  const names = ['OFFICE_OIDC_ISSUER', 'OFFICE_OIDC_CLIENT_ID', 'OFFICE_OIDC_CLIENT_SECRET'] as const
  const missing = names.filter(name => !values[name])
  const problems = [0, names.length].includes(missing.length) ? [] : [`${missing.join(' and ')} must be set, too.`]
  if (!values.OFFICE_OIDC_SCOPE.split(' ').includes('openid')) problems.push('OFFICE_OIDC_SCOPE must contain openid.')
  return problems
}

/** Returns what would send the office’s cookies and codes in plain text in production. */
function plainOffice({ OFFICE_OIDC_ISSUER, PUBLIC_URL }: Values): string[] {
  if (!OFFICE_OIDC_ISSUER) return []
  const problems: string[] = []
  if (!OFFICE_OIDC_ISSUER.startsWith('https:')) problems.push('OFFICE_OIDC_ISSUER must be https in production.')
  if (!PUBLIC_URL?.startsWith('https:')) problems.push('PUBLIC_URL must be https where OFFICE_OIDC_ISSUER is set.')
  return problems
}

/** Returns what the agents' door lacks in production, and what nobody could use. */
function closedToAgents({ UCP_ENABLED, UCP_PLATFORM_PROFILES, UCP_API_KEYS, PUBLIC_URL }: Values): string[] {
  if (!UCP_ENABLED) return []
  const problems: string[] = []
  if (!PUBLIC_URL?.startsWith('https:')) problems.push('PUBLIC_URL must be https where UCP_ENABLED is true.')
  if (!UCP_PLATFORM_PROFILES) problems.push('UCP_PLATFORM_PROFILES must be set where UCP_ENABLED is true (* for any).')
  const listed = UCP_PLATFORM_PROFILES ?? [ANY_PROFILE]
  if (listed.some(each => each.startsWith('http:'))) problems.push('UCP_PLATFORM_PROFILES must be https in production.')
  if (UCP_API_KEYS.some(({ boundTo }) => boundTo !== undefined && !listed.some(each => overlaps(each, boundTo)))) {
    problems.push('UCP_API_KEYS must be bound to platforms that UCP_PLATFORM_PROFILES lists.')
  }
  return problems
}

/** Whether a profile that an entry of the list names can be one that a key is bound to: each is a URL, an origin, or `*`. */
function overlaps(listed: string, boundTo: string): boolean {
  if (listed === ANY_PROFILE) return boundTo.startsWith('https:')
  if (listed === boundTo) return true
  const origins = [listed, boundTo].map(each => new URL(each).origin)
  return origins[0] === origins[1] && (listed === origins[0] || boundTo === origins[0])
}

/** Returns weak and shared secrets. Secrets must differ, so that the issuer of access tokens cannot forge handoff tokens. */
function weakSecrets(values: Values): string[] {
  const { ACCESS_TOKEN_JWKS_URL, ACCESS_TOKEN_SECRET, HANDOFF_SECRET, SEPET_TOKEN_SECRET, METRICS_TOKEN } = values
  const advice = 'in production (try: openssl rand -base64 48).'
  const problems: string[] = []
  const accessWeakness = ACCESS_TOKEN_JWKS_URL ? undefined : weaknessOf(ACCESS_TOKEN_SECRET)
  if (accessWeakness) problems.push(`ACCESS_TOKEN_SECRET ${accessWeakness} ${advice} Or set ACCESS_TOKEN_JWKS_URL.`)
  const handoffWeakness = (HANDOFF_SECRET ?? [undefined]).map(weaknessOf).find(each => each !== undefined)
  if (handoffWeakness) problems.push(`HANDOFF_SECRET ${handoffWeakness} ${advice}`)
  if (ACCESS_TOKEN_SECRET && HANDOFF_SECRET?.includes(ACCESS_TOKEN_SECRET)) {
    problems.push('HANDOFF_SECRET must differ from ACCESS_TOKEN_SECRET in production.')
  }
  const sepetWeakness = SEPET_TOKEN_SECRET?.map(weaknessOf).find(each => each !== undefined)
  if (sepetWeakness) problems.push(`SEPET_TOKEN_SECRET ${sepetWeakness} ${advice}`)
  if (SEPET_TOKEN_SECRET?.some(each => each === ACCESS_TOKEN_SECRET || HANDOFF_SECRET?.includes(each))) {
    problems.push('SEPET_TOKEN_SECRET must differ from the other secrets in production.')
  }
  const metricsWeakness = METRICS_TOKEN && weaknessOf(METRICS_TOKEN)
  if (metricsWeakness) problems.push(`METRICS_TOKEN ${metricsWeakness} ${advice}`)
  if (
    METRICS_TOKEN &&
    [ACCESS_TOKEN_SECRET, ...(HANDOFF_SECRET ?? []), ...(SEPET_TOKEN_SECRET ?? [])].includes(METRICS_TOKEN)
  ) {
    problems.push('METRICS_TOKEN must differ from the other secrets in production.')
  }
  return problems
}

/** Returns weak keys of platforms, and those that are a secret which no platform may know. */
function weakApiKeys(values: Values): string[] {
  const { ACCESS_TOKEN_SECRET, HANDOFF_SECRET = [], SEPET_TOKEN_SECRET = [], METRICS_TOKEN } = values
  const secrets = [ACCESS_TOKEN_SECRET, ...HANDOFF_SECRET, ...SEPET_TOKEN_SECRET, METRICS_TOKEN]
  const keys = values.UCP_API_KEYS.map(({ key }) => key)
  const weakness = keys.map(weaknessOf).find(each => each !== undefined)
  const problems: string[] = []
  if (weakness) problems.push(`UCP_API_KEYS ${weakness} in production (try: openssl rand -hex 32).`)
  if (keys.some(each => secrets.includes(each))) {
    problems.push('UCP_API_KEYS must differ from the secrets of Sepet in production.')
  }
  return problems
}
