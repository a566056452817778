/** The merge endpoint (POST /cart/merge): at login, moves a guest's cart into the member's and cancels the guest's tokens. */

import Type from 'typebox'
import { guestOf, requireMember } from '../../auth/access.ts'
import type { VerifyAccessToken } from '../../auth/access-token.jwt.ts'
import type { Guest } from '../../auth/identity.ts'
import type { OwnerResolver } from '../../auth/resolve-owner.ts'
import { detailOf, Refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import * as docs from '../cart.docs.ts'
import { type CartDependencies, type CartWrites, cartWriteConfig, showWritten } from '../cart.routes.ts'
import { CartAnswer } from '../pricing/cart-answer.document.ts'

const pointer = '/guestToken'
const Merge = Type.Object({ guestToken: Type.String({ minLength: 1, description: 'the access token of a guest' }) })

/** The dependencies of the merge endpoint. */
export interface MergeDependencies extends CartDependencies {
  verify: VerifyAccessToken
  owners: OwnerResolver
}

/** Registers the merge endpoint. The merge is idempotent. */
export function mergeRoutes(app: App, dependencies: MergeDependencies): void {
  const { write, readCart, now } = dependencies
  app.post(
    '/cart/merge',
    {
      config: { ...cartWriteConfig, access: 'member', docs: docs.mergeCart },
      schema: { body: Merge, response: { 200: CartAnswer } },
    },
    async (request, reply) => {
      const { owner, body } = request
      const { guest, presentedUntil } = await verifyGuest(dependencies, body.guestToken)
      const merge = ({ merges }: CartWrites) =>
        merges.mergeGuest(requireMember(owner), guest, { presentedUntil, now: now() })
      const outcome = await write(request, merge)
      const read = await readCart(request)
      if (outcome === 'merged_elsewhere') {
        throw refused('guest_merged_elsewhere')
      }
      return showWritten(request, reply, read)
    },
  )
}

/** @returns the guest, and when the token ends, in milliseconds since the epoch. @throws Refusal 422 `guest_token_invalid` */
async function verifyGuest(
  { verify, owners, now }: MergeDependencies,
  text: string,
): Promise<{ guest: Guest; presentedUntil: number }> {
  try {
    const token = await verify(text, now())
    const guest = guestOf(token)
    if (guest) {
      await owners.requireSession(token, now())
      return { guest, presentedUntil: token.expiresAt }
    }
  } catch (error) {
    // 403: the token of a customer's identity provider that grants nothing here.
    if (!(error instanceof Refusal) || (error.status !== 401 && error.status !== 403)) throw error
  }
  throw refused('guest_token_invalid')
}

function refused(code: 'guest_token_invalid' | 'guest_merged_elsewhere'): Refusal {
  return new Refusal({ code, pointer, detail: detailOf(code) })
}
