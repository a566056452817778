/** Reads who signs in from the claims of the identity provider. */

import { PERMISSIONS } from '../../auth/access.ts'
import { type ClaimSettings, type Claims, claimOf, scopesOf } from '../../auth/token-claims.ts'
import { isStorable } from '../../schema/fields.ts'
import type { Staff } from '../session/office-session.ts'

const MAX_SUBJECT_LENGTH = 255
const MAX_NAME_LENGTH = 100
/** Names of claims into which providers copy what they have granted to the client, whoever asked for it: they count as granted scopes do. */
const GRANT_CLAIMS = ['scope', 'scp', 'scopes']

/** Names of the claims, as for access tokens. */
export interface StaffClaimSettings extends Pick<ClaimSettings, 'scopeClaims' | 'scopeMap'> {
  /** Scopes that are rights where the provider has granted them; none unless it grants scopes by person. */
  scopesAsRights: readonly string[]
}

/** What the provider tells about a person. */
export interface ToldByProvider {
  /** Of the ID token, over those of the userinfo endpoint. */
  claims: Claims
  /**
   * Scopes that the provider has granted, space-separated; undefined where it names none. The request passes through the person's browser, where
   * others can be added or left out.
   */
  granted: string | undefined
}

/** Why nobody was signed in: the subject cannot be stored, or no claim grants a scope of the admin API. */
export type Unreadable = 'subject' | 'no_scopes'

/** Returns who signs in, with the scopes of the admin API that the person has. */
export function readStaff(told: ToldByProvider, settings: StaffClaimSettings): Staff | { problem: Unreadable } {
  const { claims } = told
  const subject = claimOf(claims, 'sub')
  if (typeof subject !== 'string' || subject === '' || subject.length > MAX_SUBJECT_LENGTH || !isStorable(subject)) {
    return { problem: 'subject' }
  }
  const rights = rightsOf(told, settings)
  const scopes = PERMISSIONS.filter(permission => rights.includes(permission))
  if (scopes.length === 0) return { problem: 'no_scopes' }
  return { subject, name: nameOf(claims) ?? subject.slice(0, MAX_NAME_LENGTH), scopes }
}

function rightsOf(told: ToldByProvider, { scopeClaims, scopeMap, scopesAsRights }: StaffClaimSettings): string[] {
  const { claims, granted } = told
  const read = (names: readonly string[]) => scopesOf(claims, { scopeClaims: names, scopeMap: undefined })
  const ofPerson = read(scopeClaims.filter(name => !GRANT_CLAIMS.includes(name)))
  const copied = read(scopeClaims.filter(name => GRANT_CLAIMS.includes(name)))
  // What the response names is what was granted (RFC 6749 section 5.1); a copy may be older, or what was asked for.
  const grants = (granted?.split(' ') ?? copied).filter(each => scopesAsRights.includes(each))
  const scope = [...ofPerson, ...grants]
  return scopesOf({ scope }, { scopeClaims: ['scope'], scopeMap })
}

function nameOf(claims: Claims): string | undefined {
  return ['name', 'preferred_username']
    .map(claim => claimOf(claims, claim))
    .filter(name => typeof name === 'string' && name.trim() !== '' && isStorable(name))
    .map(name => [...(name as string).trim()].slice(0, MAX_NAME_LENGTH).join(''))[0]
}
