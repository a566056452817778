/** Time limit of waits for locks on PostgreSQL. */

import { sql } from 'kysely'
import { prepared } from './prepared.ts'

/**
 * Limits the wait for each lock of the transaction's next statements, such as `{ timeout: '500ms' }`. It applies to this transaction only:
 * a connection pooler may give the connection to another client afterwards.
 */
export const setLockTimeout = prepared<{ timeout: string }, never>(
  parameter => sql`select set_config('lock_timeout', ${parameter('timeout')}, true)`,
)
