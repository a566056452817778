/** Error of a command that the operator can correct; printed as one line without a stack. */
export class CommandError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'CommandError'
  }
}
