/** The merge endpoint (POST /cart/merge): at login, moves a guest's cart into the member's and cancels the guest's tokens. */

import Type from 'typebox'
import type { VerifyAccessToken } from '../auth/access-token.jwt.ts'
import type { Guest, Member } from '../auth/identity.ts'
import { Refusal } from '../errors.ts'
import type { App } from '../http/fastify-types.ts'
import * as docs from './cart.docs.ts'
import { CartDocument } from './cart.document.ts'
import { type CartDependencies, cartConfig } from './cart.routes.ts'
import type { MergeStore } from './merge.store.ts'

const pointer = '/guestToken'
const Merge = Type.Object({ guestToken: Type.String({ minLength: 1, description: 'the access token of a guest' }) })

/** The dependencies of the merge endpoint. */
export interface MergeDependencies extends CartDependencies {
  mergeStore: MergeStore
  verify: VerifyAccessToken
}

/** Registers the merge endpoint. The merge is idempotent. */
export function mergeRoutes(app: App, { mergeStore, verify, readCart, now }: MergeDependencies): void {
  app.post(
    '/cart/merge',
    {
      config: { ...cartConfig, access: 'member', docs: docs.mergeCart },
      schema: { body: Merge, response: { 200: CartDocument } },
    },
    async ({ owner, body }) => {
      const guest = await verifyGuest(verify, body.guestToken, now())
      // The route's access admits members only.
      const outcome = await mergeStore.mergeGuest(owner as Member, guest, now())
      const { document } = await readCart(owner)
      if (outcome === 'merged_elsewhere') {
        throw new Refusal({
          code: 'guest_merged_elsewhere',
          pointer,
          detail: 'The guest was merged into another member.',
        })
      }
      return document
    },
  )
}

/** @throws Refusal 422 `guest_token_invalid` */
async function verifyGuest(verify: VerifyAccessToken, text: string, now: number): Promise<Guest> {
  const token = await verify(text, now).catch(error => {
    if (error instanceof Refusal && [401, 403].includes(error.status)) return undefined
    throw error
  })
  if (token?.identity.kind === 'guest' && token.scopes.includes('storefront:cart')) return token.identity
  const detail = 'guestToken must be a valid access token of a guest with the scope storefront:cart.'
  throw new Refusal({ code: 'guest_token_invalid', pointer, detail })
}
