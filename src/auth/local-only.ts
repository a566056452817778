/** Decides whether Sepet runs for its developer alone: some pages then need no login, so only this machine may reach them. */

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|::1)$/i
const LOOPBACK_SITE = /^https?:\/\/([\w-]+\.)*(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** The settings that decide it. */
export interface ReachSettings {
  production: boolean
  HOST: string
  PUBLIC_URL: string
}

/** True in development, if Sepet listens on a loopback host (`HOST`) and has a loopback address as its public URL (`PUBLIC_URL`). */
export function isLocalOnly({ production, HOST, PUBLIC_URL }: ReachSettings): boolean {
  return !production && LOOPBACK_HOST.test(HOST) && LOOPBACK_SITE.test(PUBLIC_URL)
}
