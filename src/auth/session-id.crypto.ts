/** Ids of web sessions and of sessions of the staff: only the browser has the id; the database stores its hash. */

import { createHash, randomBytes } from 'node:crypto'

/** Generates a session id: 256 random bits in base64url. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns whether a text has the form of a session id. Other texts need no query. */
export function isSessionId(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** Returns the SHA-256 hash that the database stores, so that a copy of the database gives access to no session. */
export function hashSessionId(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}
