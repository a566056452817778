/** Reads who signs in from the claims of the identity provider. */

import { PERMISSIONS } from '../../auth/access.ts'
import { type ClaimSettings, type Claims, claimOf, scopesOf } from '../../auth/token-claims.ts'
import { isStorable } from '../../schema/fields.ts'
import type { Staff } from '../session/office-session.ts'

const MAX_SUBJECT_LENGTH = 255
const MAX_NAME_LENGTH = 100

/** Names of the claims, as for access tokens. */
export type StaffClaimSettings = Pick<ClaimSettings, 'scopeClaims' | 'scopeMap'>

/** Why nobody was signed in: the subject cannot be stored, or no claim grants a scope of the admin API. */
export type Unreadable = 'subject' | 'no_scopes'

/**
 * Returns who signs in, with the scopes of the admin API that the claims grant.
 * @param claims of the ID token, completed by those of the userinfo endpoint, and by `scope` of the token response
 */
export function readStaff(claims: Claims, settings: StaffClaimSettings): Staff | { problem: Unreadable } {
  const subject = claimOf(claims, 'sub')
  if (typeof subject !== 'string' || subject === '' || subject.length > MAX_SUBJECT_LENGTH || !isStorable(subject)) {
    return { problem: 'subject' }
  }
  const granted = scopesOf(claims, settings)
  const scopes = PERMISSIONS.filter(permission => granted.includes(permission))
  if (scopes.length === 0) return { problem: 'no_scopes' }
  return { subject, name: nameOf(claims) ?? subject.slice(0, MAX_NAME_LENGTH), scopes }
}

function nameOf(claims: Claims): string | undefined {
  return ['name', 'preferred_username']
    .map(claim => claimOf(claims, claim))
    .filter(name => typeof name === 'string' && name.trim() !== '' && isStorable(name))
    .map(name => [...(name as string).trim()].slice(0, MAX_NAME_LENGTH).join(''))[0]
}
