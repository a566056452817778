/**
 * Keeps spreadsheets from running a text as a formula (OWASP: CSV injection), in a way that can be taken back. A spreadsheet may split a
 * file where the file did not mean it to: at semicolons and tabs, or at the commas and line breaks of a quoted cell. Every piece is guarded.
 */

/** What a spreadsheet takes for the beginning of a formula, behind any apostrophes. */
const STARTS_FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/
/** What may stand between two cells, or before what a cell begins with; then a formula, behind any apostrophes. */
const PIECES = /([,;"\s\u0085]+)('*)([=+\-@＝＋－＠]?)/g
const SEPARATOR = /[,;\t\v\f\r\n\u0085\u2028\u2029]/

/**
 * The text with an apostrophe before whatever a spreadsheet might run: where the text begins, and behind each separator, also behind
 * blanks and quotation marks. A text that has such an apostrophe of its own gets another, which csv-stringify's `escape_formulas`
 * would not give it: reading it again could then not tell `'+1` from `+1`.
 */
export function escapeFormula(text: string): string {
  return (STARTS_FORMULA.test(text) ? "'" : '') + editPieces(text, apostrophes => `'${apostrophes}`)
}

/** The text as it was before `escapeFormula`. */
export function unescapeFormula(text: string): string {
  const isGuarded = text.startsWith("'") && STARTS_FORMULA.test(text)
  return editPieces(isGuarded ? text.slice(1) : text, apostrophes => apostrophes.slice(1))
}

/** Edits the apostrophes before each formula but that at the very beginning. Takes linear time: no match is ever tried twice. */
function editPieces(text: string, edit: (apostrophes: string) => string): string {
  return text.replace(PIECES, (piece, gap: string, apostrophes: string, formula: string, offset: number) => {
    const isPiece = formula !== '' && (offset === 0 || SEPARATOR.test(gap))
    return isPiece ? gap + edit(apostrophes) + formula : piece
  })
}
