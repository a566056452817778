/** Explains a refused request to the shopper; the request log shows the response itself. */

import { sentencesOf } from '../ui/request.js'

/**
 * The message for a problem, in the selected language where its code has a text.
 * @param {import('./api.js').Problem} problem
 * @param {Pick<import('./texts/texts.js').Texts, 'problems'>} texts
 */
export function explainProblem({ status, errors, retryAfterSeconds, message }, { problems }) {
  if (status === 0) return problems.offline
  if (status === 429) {
    return retryAfterSeconds === undefined ? problems.limitedLater : problems.limited(String(retryAfterSeconds))
  }
  return sentencesOf(errors, problems.codes) || message || `HTTP ${status}`
}
