/** A failure that the person at the terminal can do something about: one clear line, no stack. */
export class CommandError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'CommandError'
  }
}
