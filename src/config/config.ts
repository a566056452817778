/** Configuration: reads and checks all environment variables, which `config/variables.ts` defines. Every other module gets the checked values. */

import { type Values, type Variable, variables } from './variables.ts'
import { weaknessOf } from './weak-secret.ts'

/** The checked configuration. */
export interface Config extends Omit<Values, 'PUBLIC_URL'> {
  /** Address at which clients reach Sepet, without a trailing slash. */
  PUBLIC_URL: string
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
  return { ...values, PUBLIC_URL, production: values.NODE_ENV === 'production' }
}

/** Returns what a configuration that starts may have forgotten, in sentences for the log. */
export function warningsOf(config: Config): string[] {
  const { ACCESS_TOKEN_JWKS_URL, ACCESS_TOKEN_ISSUER, ACCESS_TOKEN_AUDIENCE, ACCESS_TOKEN_CLIENT_ID } = config
  const warnings: string[] = []
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
  if (values.NODE_ENV === 'production') problems.push(...weakSecrets(values))
  return problems
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
