/** Ids of web sessions: known to the browser alone, kept only as a hash. */

import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text has the form of an id. Others need not be looked for. */
export function isSessionId(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** What the database keeps of an id: whoever reads the database cannot use its sessions. */
export function hashSessionId(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}
