/** Calls of one owner: all attempts of a call are sent for the same member or guest. */

import type { Attempt } from './network.ts'

/** Begins the attempts of calls. They throw an {@link OwnerChangedError} in place of sending for another owner. */
export interface OwnedCalls {
  /** Begins a call that is sent at once. */
  begin: () => Attempt
  /** Begins a call that waits behind others, for whoever the owner is now. */
  beginWaiting: () => Attempt
}

/** Thrown by an attempt that must not be sent: another owner than that of its call would be read or changed. */
export class OwnerChangedError extends Error {
  override readonly name = 'AbortError'
}
