/** The warnings about a record that was just created: its page shows them once. */

/** @typedef {import('./save-promotion.js').Warning} Warning */

/** @type {{ page: string, warnings: Warning[] } | null} */
let last = null

/** Keeps warnings for a page. @param {string} page @param {Warning[]} warnings */
export function keepWarnings(page, warnings) {
  last = { page, warnings }
}

/** Takes the warnings that were kept for a page. @param {string} page @returns {Warning[]} */
export function takeWarnings(page) {
  const warnings = last?.page === page ? last.warnings : []
  last = null
  return warnings
}
