/** Decides whether the playground is enabled. It mints tokens without a login, so only this machine may reach it. */

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|::1)$/i
const LOOPBACK_SITE = /^https?:\/\/([\w-]+\.)*(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** The settings that decide it. */
export interface PlaygroundSettings {
  production: boolean
  HOST: string
  PUBLIC_URL: string
  ACCESS_TOKEN_JWKS_URL?: string | undefined
  ACCESS_TOKEN_MEMBER_CLAIM?: string | undefined
}

/**
 * True in development, if Sepet can sign access tokens of members (neither `ACCESS_TOKEN_JWKS_URL` nor `ACCESS_TOKEN_MEMBER_CLAIM`),
 * listens on a loopback host (`HOST`) and has a loopback address as its public URL (`PUBLIC_URL`).
 */
export function isPlaygroundEnabled({
  production,
  HOST,
  PUBLIC_URL,
  ACCESS_TOKEN_JWKS_URL,
  ACCESS_TOKEN_MEMBER_CLAIM,
}: PlaygroundSettings): boolean {
  const canSignTokens = !ACCESS_TOKEN_JWKS_URL && !ACCESS_TOKEN_MEMBER_CLAIM
  return !production && canSignTokens && LOOPBACK_HOST.test(HOST) && LOOPBACK_SITE.test(PUBLIC_URL)
}
