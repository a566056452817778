/** Decides whether Sepet runs for its developer alone: some pages then need no login, so only this machine may reach them. */

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|::1)$/i
const LOOPBACK_NAME = /^(([\w-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/** Whether the host name of a URL is one of this machine. */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK_NAME.test(hostname)
}

/** The settings that decide it. */
export interface ReachSettings {
  production: boolean
  HOST: string
  PUBLIC_URL: string
}

/** True in development, if Sepet listens on a loopback host (`HOST`) and has a loopback address without a path as its public URL (`PUBLIC_URL`). */
export function isLocalOnly({ production, HOST, PUBLIC_URL }: ReachSettings): boolean {
  const { hostname, pathname } = new URL(PUBLIC_URL)
  return !production && LOOPBACK_HOST.test(HOST) && isLoopbackName(hostname) && pathname === '/'
}
