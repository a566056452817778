/** Identities: the members, guests, applications and administrators that the `sub` of an access token names. */

/** Makes a type nominal: an object literal, or an object that an owner was spread into, has no private member. */
declare class MadeByAuth {
  private readonly isMadeByAuth: true
}

/** A logged-in customer. With `externalId`, reads and writes require that the customer still has this external id. */
export type Member = MadeByAuth & Readonly<{ kind: 'member'; customerId: number; externalId?: string }>
/** A shopper who is not logged in. */
export type Guest = MadeByAuth & Readonly<{ kind: 'guest'; guestId: string }>
/** An identity that can own a cart. This file alone makes owners. */
export type Owner = Member | Guest

/**
 * What a cart that an agent has filled belongs to: nobody. It is priced as a guest's. No access token names it, so it is no `Owner`: what takes
 * an owner, such as a merge or a hold, cannot get one.
 */
export type UcpOwner = MadeByAuth & Readonly<{ kind: 'ucp'; uuid: string }>
/** Whatever a cart belongs to. */
export type CartOwner = Owner | UcpOwner

/** The subject of an access token. */
export type Identity = Owner | { kind: 'app'; name: string } | { kind: 'admin'; name: string }

/** A logged-in customer whose token names the external id; the customer's id is not known yet. */
export interface ExternalMember {
  kind: 'external-member'
  externalId: string
}
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns the member with an id. @param externalId the external id that the member's token names, if it names one */
export function memberWithId(customerId: number, externalId?: string): Member {
  const member = { kind: 'member' as const, customerId }
  return (externalId === undefined ? member : { ...member, externalId }) as Member
}

/** Returns the guest with an id, which is a UUID in lower case. */
export function guestWithId(guestId: string): Guest {
  return { kind: 'guest' as const, guestId } as Guest
}

/** Returns what an agent's cart belongs to. @param uuid in lower case */
export function ucpOwnerWithUuid(uuid: string): UcpOwner {
  return { kind: 'ucp' as const, uuid } as UcpOwner
}

/** Parses the subject of a cart: `member:42`, `guest:<uuid>` or `ucp:<uuid>`. @returns undefined for any other text */
export function parseCartSubject(subject: string): CartOwner | undefined {
  const [, uuid = ''] = /^ucp:(.+)$/s.exec(subject) ?? []
  if (UUID.test(uuid.toLowerCase())) return ucpOwnerWithUuid(uuid.toLowerCase())
  const identity = parseSubject(subject)
  return identity?.kind === 'member' || identity?.kind === 'guest' ? identity : undefined
}

/**
 * Parses `member:42`, `guest:<uuid>`, `app:<name>` or `admin:<name>`.
 * @returns undefined for any other value, of any type
 */
export function parseSubject(subject: unknown): Identity | undefined {
  if (typeof subject !== 'string') return undefined
  const [, kind, rest = ''] = /^(member|guest|app|admin):(.+)$/s.exec(subject) ?? []
  switch (kind) {
    case 'member':
      return /^[1-9]\d{0,15}$/.test(rest) && Number.isSafeInteger(Number(rest)) ? memberWithId(Number(rest)) : undefined
    case 'guest':
      return UUID.test(rest.toLowerCase()) ? guestWithId(rest.toLowerCase()) : undefined
    case 'app':
    case 'admin':
      return { kind, name: rest }
    default:
      return undefined
  }
}

/**
 * Returns an identity as logs name it: `admin:<name>` or `app:<name>`. Members and guests are named by their kind alone, since no log
 * contains who they are.
 */
export function actorOf(identity: Identity | ExternalMember): string {
  if (identity.kind === 'admin' || identity.kind === 'app') return `${identity.kind}:${identity.name}`
  return identity.kind === 'guest' ? 'guest' : 'member'
}

/** Returns the id of an owner's cart. Carts are found by their owner alone, so no other key is needed. */
export function cartIdOf(owner: CartOwner): string {
  if (owner.kind === 'ucp') return `ucp:${owner.uuid}`
  return owner.kind === 'member' ? `member:${owner.customerId}` : `guest:${owner.guestId}`
}

/** Returns the external id that an owner's token names; null when it names none. */
export function externalIdOf(owner: CartOwner): string | null {
  return owner.kind === 'member' ? (owner.externalId ?? null) : null
}

/** Returns the customer id of an owner; null for a guest, and for an agent's cart. */
export function customerIdOf(owner: CartOwner): number | null {
  return owner.kind === 'member' ? owner.customerId : null
}
