/** Email addresses of customers: their one stored form, and whether a text looks like one. */

/** Trimmed and lower-cased; a capital İ is an i, not the i with a dot above it that Unicode makes of it. */
export function normaliseEmail(text: string): string {
  return text.trim().normalize('NFC').replaceAll('İ', 'i').toLowerCase()
}

/** Whether a text has the shape of an email address. Takes linear time: an `@` between texts without blanks, a dotted domain. */
export function isEmail(text: string): boolean {
  const email = normaliseEmail(text)
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  return (
    at > 0 &&
    [...email].length <= 255 &&
    !/[\s\p{Cc}@<>(),;:"]/u.test(email.slice(0, at)) &&
    domain.split('.').length > 1 &&
    domain.split('.').every(label => /^[\p{L}\p{M}\p{N}-]{1,63}$/u.test(label))
  )
}
