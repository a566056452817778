/** Says what a refusal means to somebody who holds the phone; the receipt has it word for word. */

/** @param {import('./api.js').Problem} problem @param {import('./texts/texts.js').Texts} texts */
export function explainProblem({ status, errors, retryAfterSeconds, message }, { problems }) {
  if (status === 0) return problems.offline
  if (status === 429) {
    return retryAfterSeconds === undefined ? problems.limitedLater : problems.limited(String(retryAfterSeconds))
  }
  const known = errors.map(({ code, detail }) => problems.codes[code] ?? detail)
  return [...new Set(known)].join(' ') || message || `HTTP ${status}`
}
