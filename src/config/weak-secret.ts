/** Weaknesses of secrets that production refuses: too short, too regular, or copied from an example. */

const MINIMUM_BYTES = 32
/** Least number of different characters: 16 random bytes in hex have fewer than eight with a probability of 1 in 25 million. */
const MINIMUM_DISTINCT = 8
/** Placeholders of templates. */
const PLACEHOLDER =
  /change.?(me|this)|replace.?(me|this|with)|placeholder|your.{0,20}(secret|key)|do.?not.?use|openssl rand/i

/**
 * Returns the reason why production refuses a secret.
 * @returns the end of a sentence that begins with the name of the variable; undefined for a strong secret
 */
export function weaknessOf(secret: string | undefined): string | undefined {
  if (Buffer.byteLength(secret ?? '') < MINIMUM_BYTES) return `must be at least ${MINIMUM_BYTES} bytes`
  const text = secret ?? ''
  if (new Set(text).size < MINIMUM_DISTINCT || isRepeated(text)) return 'must be random, not a pattern'
  if (PLACEHOLDER.test(text)) return 'must be a secret of your own, not a placeholder'
  return undefined
}

/** Whether a text repeats a shorter one, whose last repetition may be cut. */
function isRepeated(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.slice(period) === text.slice(0, -period)) return true
  }
  return false
}
