/** The app of a new guest, which fills a cart by the client. */

import { createClient, type SepetClient } from 'sepet-client'
import { STOREFRONT } from '../../../src/api-paths.ts'
import { recordSecret } from '../runner/logs.ts'

/** Creates an app with the token of a new guest. @param baseUrl the address of Sepet */
export async function createGuestApp(baseUrl: string): Promise<SepetClient> {
  const response = await fetch(`${baseUrl}${STOREFRONT}/guest-tokens`, { method: 'POST' })
  const { accessToken } = (await response.json()) as { accessToken: string }
  recordSecret(accessToken)
  return createClient({ baseUrl, token: accessToken })
}
