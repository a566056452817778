/** The error that ends a release; its message is for the maintainer and needs no stack. */

/** Why a release is not made. */
export class ReleaseError extends Error {
  override name = 'ReleaseError'
}

/** Prints why a command ends, and sets the exit status 1. A mistake of the program has its stack. */
export function endWith(error: unknown): void {
  console.error(`release: ${error instanceof ReleaseError ? error.message : (error as Error).stack}`)
  process.exitCode = 1
}
