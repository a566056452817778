/** A set-up of an identity provider as the office meets it, and how the provider of the tests is changed into it. */

import { decodeJwt } from 'jose'
import type { ProviderOptions, StaffProvider } from '../office/staff-provider.ts'
import type { Visit } from './office-visits.ts'

/** A set-up, and what Sepet does with it. */
export interface OfficeSetUp {
  /** The row of the table. */
  name: string
  /** Providers that are documented to have it. */
  seenAt: string
  /** `signs in`, with what follows after a semicolon; or the `problem` and the cause of a refusal. */
  outcome: string
  /** What the provider is started with. */
  options?: ProviderOptions
  /** Changes the running provider before the sign-in. */
  prepare?: (provider: StaffProvider) => void | Promise<void>
  /** Changes the address with which the provider sends the browser back. */
  answer?: (query: URLSearchParams) => void
  /** Goes on after the sign-in. @returns what has come of it, for the outcome */
  next?: (visit: Visit) => Promise<string>
}

const DESCRIPTION = '/.well-known/openid-configuration'
/** The outcome of a sign-in. */
export const SIGNS_IN = 'signs in'

/** Replaces members of the description; undefined removes one. */
export function describedBy(members: Record<string, unknown>): (provider: StaffProvider) => void {
  return ({ rewrites }) => {
    rewrites[DESCRIPTION] = described => ({ ...described, ...members })
  }
}

/** Replaces claims of the ID token, which is signed again; undefined removes one. */
export function idTokenWith(claims: () => object, header: object = {}): (provider: StaffProvider) => void {
  return ({ rewrites, sign }) => {
    rewrites['/token'] = async tokens => ({
      ...tokens,
      id_token: await sign({ ...decodeJwt(String(tokens.id_token)), ...claims() }, header),
    })
  }
}

/** Replaces members of the keys that the provider publishes, and adds others. */
export function keysWith(members: object, others: object[] = []): (provider: StaffProvider) => void {
  return ({ rewrites }) => {
    rewrites['/jwks'] = ({ keys }) => ({
      keys: [...others, ...(keys as object[]).map(key => ({ ...key, ...members }))],
    })
  }
}

/** The outcome of a wrong setting, with the cause of the log. */
export const misconfigured = (cause: string): string => `misconfigured: ${cause}`

/** The outcome of what the token endpoint answers. @param code of the failure */
export const atTokenEndpoint = (code: string): string => misconfigured(`the token endpoint: ${code}`)

/** The outcome of a need that the description tells. */
export const inDescription = (need: string): string => misconfigured(`the description of the provider: ${need}`)
