/** The key of the office's roles, which development keeps in `DATA_DIR`: who can read that folder may sign in as any role. */

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { isLocalOnly } from '../auth/local-only.ts'
import type { Config } from './config.ts'
import { keepFile } from './keep-file.ts'

/** The name of its file. */
export const OFFICE_KEY_FILE = 'office-key'

/** 256 bits in base64url, which needs no escape in a link. */
const KEY_BYTES = 32
const KEY = /^[\w-]{43}$/

/**
 * Returns the key, which is created with its file if there is none; undefined where nobody signs in by a role.
 * @throws Error when the file cannot be used
 */
export function loadOfficeKey(config: Config): string | undefined {
  if (config.OFFICE_OIDC_ISSUER || !isLocalOnly(config)) return undefined
  const file = join(config.DATA_DIR, OFFICE_KEY_FILE)
  const key = keepFile(file, `${randomBytes(KEY_BYTES).toString('base64url')}\n`).trim()
  if (!KEY.test(key)) throw new Error(`${file} cannot be used: it contains no key. Delete it to get a new one.`)
  return key
}
