/** Repeats a handler when the external id of the token names another customer than the cached one. */

import type { Member, Owner } from '../auth/identity.ts'
import { Refusal } from '../errors.ts'
import type { App } from '../http/fastify-types.ts'
import type { ExternalMembers } from './external-members.store.ts'

/**
 * Registers the repetition on all later routes of a scope. The first attempt has written nothing, since every statement checks the
 * external id of its owner.
 */
export function followExternalIds(app: App, members: ExternalMembers): void {
  app.addHook('onRoute', route => {
    const { handler } = route
    route.handler = async function (request, reply) {
      try {
        return await handler.call(this, request, reply)
      } catch (error) {
        const current = isUnknown(error) ? await findCurrent(members, request.owner, request.tokenKey) : undefined
        if (!current) throw error
        request.owner = current
        return handler.call(this, request, reply)
      }
    }
  })
}

function isUnknown(error: unknown): boolean {
  return error instanceof Refusal && error.violations.some(({ code }) => code === 'customer_unknown')
}

/** Returns the member whom the external id names now; undefined when it is still the same customer, or none. */
async function findCurrent(members: ExternalMembers, owner: Owner, tokenKey: string): Promise<Member | undefined> {
  if (owner.kind !== 'member' || owner.externalId === undefined) return undefined
  const customerId = await members.findAgain(owner.externalId, tokenKey)
  return customerId === undefined || customerId === owner.customerId ? undefined : { ...owner, customerId }
}
