/** Types of the tables of the office. */

import type { EpochMs } from './column-types.ts'

/** A session of a member of the staff. */
export interface OfficeSessionTable {
  /** Hash of the id, which the browser alone has. */
  id_hash: string
  /** The `sub` of the identity provider. */
  subject: string
  /** The name that the office shows to its user. */
  name: string
  /** Space-separated. */
  scopes: string
  /** The `sid` of the identity provider's session; null where it tells none. */
  provider_session: string | null
  begun_at: EpochMs
  last_seen_at: EpochMs
  /** What renews the rights, encrypted by a key that only the browser's id gives; null where the provider gave no refresh token. */
  sealed_grant: string | null
  /** When the scopes were read; null where they are those of the sign-in. */
  rights_read_at: EpochMs | null
  /** Until when an instance is reading them; null while none does. */
  rights_leased_until: EpochMs | null
  /** When they may be read again after a failure; null after a success. */
  rights_retry_at: EpochMs | null
}

/** A sign-in of the staff that the identity provider has not answered yet. */
export interface OfficeSignInTable {
  /** Hash of what the browser keeps. */
  id_hash: string
  begun_at: EpochMs
}
