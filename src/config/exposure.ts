/** Warns an operator who has forgotten NODE_ENV. */

import { isLoopbackName } from '../auth/local-only.ts'

/** The settings that tell. */
export interface ExposureSettings {
  production: boolean
  PUBLIC_URL: string
}

/** Returns the sentence for the log, which names the cure. @param sign what says that others reach Sepet */
export function exposureWarning(sign: string): string {
  return `${sign}, but NODE_ENV is not production: on a server, set NODE_ENV=production`
}

/** Returns what in the configuration says that others reach a Sepet in development. */
export function exposuresOf({ production, PUBLIC_URL }: ExposureSettings): string[] {
  if (production) return []
  const { protocol, hostname } = new URL(PUBLIC_URL)
  if (!isLoopbackName(hostname)) return [exposureWarning('PUBLIC_URL names another machine than this one')]
  return protocol === 'https:' ? [exposureWarning('PUBLIC_URL is https')] : []
}
