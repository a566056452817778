/** One attempt: its time limit, its end by the caller, and the error that it ends with. */

/** Why an attempt has no answer. */
export type Failure = 'dns' | 'address' | 'connection' | 'tls' | 'timeout' | 'aborted'

/** The error that ends an attempt. */
export class AttemptError extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure)
    this.name = 'AttemptError'
    this.failure = failure
  }
}

/** A running attempt. */
export interface Attempt {
  /** Aborted at the end of the time or by the caller; its reason is an AttemptError. */
  readonly signal: AbortSignal
  /** Rejects when the signal is aborted. */
  readonly ended: Promise<never>
  /** Starts a new time limit in place of the old one. @param ms milliseconds from now */
  limit(ms: number): void
  /** Ends the attempt. */
  end(failure: Failure): void
  /** Why the attempt has ended; undefined while it runs. */
  failure(): Failure | undefined
  /** Stops the time limit and forgets the caller's signal. */
  [Symbol.dispose](): void
}

/** Starts an attempt that ends after `ms` milliseconds, or when the caller's signal is aborted. */
export function startAttempt(ms: number, caller?: AbortSignal): Attempt {
  const controller = new AbortController()
  const { signal } = controller
  const { promise: ended, reject } = Promise.withResolvers<never>()
  ended.catch(() => {})
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  const end = (failure: Failure) => controller.abort(new AttemptError(failure))
  const onAbort = () => end('aborted')
  let timer = setTimeout(end, ms, 'timeout')
  caller?.addEventListener('abort', onAbort, { once: true })
  if (caller?.aborted) onAbort()
  return {
    signal,
    ended,
    end,
    limit(next) {
      clearTimeout(timer)
      timer = setTimeout(end, next, 'timeout')
    },
    failure: () => (signal.aborted ? (signal.reason as AttemptError).failure : undefined),
    [Symbol.dispose]() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', onAbort)
    },
  }
}
