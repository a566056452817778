/** The roles that a developer signs in as, without an identity provider: examples of what staff may do. */

import { PERMISSIONS, type Permission } from '../../auth/access.ts'
import type { Staff } from '../session/office-session.ts'

/** A role of the development sign-in. */
export type Role = 'support' | 'marketing' | 'warehouse' | 'owner'

/** The scopes of each role. */
const scopesOfRole: Readonly<Record<Role, readonly Permission[]>> = {
  support: [
    'customers:read',
    'customers:write',
    'carts:read',
    'carts:write',
    'checkouts:read',
    'checkouts:write',
    'catalogue:read',
    'promotions:read',
    'promotions:write',
    'events:read',
  ],
  marketing: ['catalogue:read', 'promotions:read', 'promotions:write', 'carts:read', 'checkouts:read', 'events:read'],
  warehouse: ['catalogue:read', 'catalogue:write', 'checkouts:read', 'checkouts:write', 'events:read'],
  owner: PERMISSIONS.filter(permission => permission !== 'sessions:act'),
}

/** The person that stands for each role; the office adds the role in the language of the page. */
const names: Readonly<Record<Role, string>> = {
  support: 'Derya',
  marketing: 'Mert',
  warehouse: 'Elif',
  owner: 'Nazan',
}

/** All roles. */
export const ROLES: readonly Role[] = ['support', 'marketing', 'warehouse', 'owner']

/** Returns the member of the staff that stands for a role. */
export function staffOfRole(role: Role): Staff {
  return { subject: `office-${role}`, name: names[role], scopes: scopesOfRole[role] }
}
