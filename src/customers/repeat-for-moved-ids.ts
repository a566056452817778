/** External ids that another customer has got since they were looked up: the request is repeated for that customer. */

import { type Member, memberWithId, type Owner } from '../auth/identity.ts'
import { Refusal } from '../errors.ts'
import type { App } from '../http/fastify-types.ts'
import type { ExternalMembers } from './external-members.store.ts'

/**
 * Makes the handlers of all later routes of a scope run once more for the current customer, unless the first run has written: an id can move
 * between a write, whose statement checks the external id of its owner, and the read that follows.
 */
export function repeatForMovedIds(app: App, members: ExternalMembers): void {
  app.addHook('onRoute', route => {
    const { handler } = route
    route.handler = async function (request, reply) {
      try {
        return await handler.call(this, request, reply)
      } catch (error) {
        const current = await findCurrentMember(members, error, request)
        if (!current || request.hasWritten) throw error
        request.owner = current
        return handler.call(this, request, reply)
      }
    }
  })
}

/**
 * Finds the member whom the external id of a request's token names now.
 * @param error what the request failed with
 * @returns undefined when it is still the same customer or none, and for every other error and owner
 */
export async function findCurrentMember(
  members: ExternalMembers,
  error: unknown,
  { owner }: { owner: Owner | undefined },
): Promise<Member | undefined> {
  const isUnknown = error instanceof Refusal && error.violations.some(({ code }) => code === 'customer_unknown')
  if (!isUnknown || owner?.kind !== 'member' || owner.externalId === undefined) return undefined
  const customerId = await members.findAgain(owner.externalId)
  return customerId === undefined || customerId === owner.customerId
    ? undefined
    : memberWithId(customerId, owner.externalId)
}
