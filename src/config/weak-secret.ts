/** What makes a secret too weak for production: too short, too regular, or copied from an example. */

const MINIMUM_BYTES = 32
/** Sixteen random bytes written in hex have fewer than eight different digits once in 25 million times. */
const MINIMUM_DISTINCT = 8
/** What templates write where a secret should be. */
const PLACEHOLDER =
  /change.?(me|this)|replace.?(me|this|with)|placeholder|your.{0,20}(secret|key)|do.?not.?use|openssl rand/i

/** Why production refuses a secret, as the end of a sentence that begins with its name; undefined when it does not. */
export function weaknessOf(secret: string | undefined): string | undefined {
  if (Buffer.byteLength(secret ?? '') < MINIMUM_BYTES) return `must be at least ${MINIMUM_BYTES} bytes`
  const text = secret ?? ''
  if (new Set(text).size < MINIMUM_DISTINCT || isRepeated(text)) return 'must be random, not a pattern'
  if (PLACEHOLDER.test(text)) return 'must be a secret of your own, not a placeholder'
  return undefined
}

/** Whether a text is a shorter one, at least twice in a row. */
function isRepeated(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.slice(period) === text.slice(0, -period)) return true
  }
  return false
}
