/** A shopper's device: its storage, its clock and its network, which tests can disturb. */

import { createShopperClient, type ShopperClient, type ShopperOptions } from 'sepet-client'
import { guestWithId } from '../../../src/auth/identity.ts'
import { createSepetTokens } from '../../../src/auth/sepet-token.jwt.ts'
import { recordSecret } from '../runner/logs.ts'
import type { TestService } from '../service/service.ts'

/** Lifetime of a guest token in tests, in milliseconds. */
export const LIFE_MS = 86_400_000

type Disturb = (path: string, request: Request) => Response | undefined | Promise<Response | undefined>

/** A device, from {@link createDevice}. */
export interface Device {
  /** The stored text. */
  stored: string | null
  /** How far the clock is ahead, in milliseconds. */
  aheadMs: number
  /** The requests so far, such as `POST /guest-tokens`. */
  sent: string[]
  /** Called before each request; a response is returned in place of the service's. */
  disturb: Disturb
  /** Starts the app. */
  start: (options?: Partial<ShopperOptions>) => ShopperClient
  /** The number of requests for a guest token so far. */
  tokenRequests: () => number
}

/** Creates a device with an empty storage and a correct clock. */
export function createDevice({ url }: Pick<TestService, 'url'>): Device {
  const device: Device = {
    stored: null,
    aheadMs: 0,
    sent: [],
    disturb: () => undefined,
    tokenRequests: () => device.sent.filter(each => each === 'POST /guest-tokens').length,
    start: options =>
      createShopperClient({
        baseUrl: url,
        now: () => Date.now() + device.aheadMs,
        storage: {
          read: async () => device.stored,
          write: async value => {
            device.stored = value
          },
        },
        fetch: async request => {
          const path = new URL(request.url).pathname.replace('/api/v3/storefront/2026-01', '')
          device.sent.push(`${request.method} ${path}`)
          return (await device.disturb(path, request)) ?? fetch(request)
        },
        retry: { attempts: 1 },
        ...options,
      }),
  }
  return device
}

/** The token in a stored text. */
export function tokenIn(stored: string | null): string {
  const { accessToken } = JSON.parse(stored ?? '{}') as { accessToken: string }
  recordSecret(accessToken)
  return accessToken
}

/** Stores a token of a guest as the device received it from the service some time ago. */
export async function storedToken(secret: string, guestId: string, ageMs: number): Promise<string> {
  const tokens = createSepetTokens({ secrets: [secret], guestTtlSeconds: LIFE_MS / 1000, renewableSeconds: 0 })
  const receivedAt = Date.now() - ageMs
  const { accessToken, expiresAt } = await tokens.signGuest(guestWithId(guestId), receivedAt)
  recordSecret(accessToken)
  return JSON.stringify({ accessToken, expiresAt: new Date(expiresAt).toISOString(), receivedAt })
}

/** A refusal as the service sends it. */
export function refusing(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ errors: [{ status: String(status), code, title: '', detail: '' }] }, { status, headers })
}

/** A promise, and the function that fulfils it. */
export function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}
