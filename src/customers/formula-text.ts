/** Keeps spreadsheets from running a cell as a formula (OWASP: CSV injection), in a way that can be taken back. */

/** What spreadsheets take for a formula, behind any apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * The text with an apostrophe before what a spreadsheet might run.
 * A text that has such an apostrophe of its own gets another, which csv-stringify's `escape_formulas` would not give it:
 * reading it again could then not tell `'+1` from `+1`.
 */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** The text as it was before `escapeFormula`. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
}
