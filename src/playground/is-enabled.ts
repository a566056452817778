/** Decides whether the playground is enabled. It mints tokens without a login, so only this machine may reach it. */

import { isLocalOnly, type ReachSettings } from '../auth/local-only.ts'

/** The settings that decide it. */
export interface PlaygroundSettings extends ReachSettings {
  ACCESS_TOKEN_JWKS_URL?: string | undefined
  ACCESS_TOKEN_MEMBER_CLAIM?: string | undefined
}

/**
 * True in development, if Sepet can sign access tokens of members (neither `ACCESS_TOKEN_JWKS_URL` nor `ACCESS_TOKEN_MEMBER_CLAIM`),
 * and this machine alone reaches it.
 */
export function isPlaygroundEnabled(settings: PlaygroundSettings): boolean {
  const { ACCESS_TOKEN_JWKS_URL, ACCESS_TOKEN_MEMBER_CLAIM } = settings
  return !ACCESS_TOKEN_JWKS_URL && !ACCESS_TOKEN_MEMBER_CLAIM && isLocalOnly(settings)
}
