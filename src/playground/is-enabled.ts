/** Whether there is a playground at all: it mints tokens for whoever asks, so it must be out of every stranger's reach. */

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|::1)$/i
const LOOPBACK_SITE = /^https?:\/\/([\w-]+\.)*(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** Settings that decide it. */
export interface PlaygroundSettings {
  production: boolean
  HOST: string
  PUBLIC_URL: string
  ACCESS_TOKEN_JWKS_URL?: string | undefined
}

/** True in development, where Sepet signs access tokens itself and both listens and is reached on this machine alone. */
export function isPlaygroundEnabled({
  production,
  HOST,
  PUBLIC_URL,
  ACCESS_TOKEN_JWKS_URL,
}: PlaygroundSettings): boolean {
  return !production && !ACCESS_TOKEN_JWKS_URL && LOOPBACK_HOST.test(HOST) && LOOPBACK_SITE.test(PUBLIC_URL)
}
