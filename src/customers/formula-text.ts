/**
 * Guards texts against formula injection in spreadsheets (OWASP: CSV injection), reversibly. A spreadsheet may split a file at other
 * characters than commas: semicolons, tabs, or the commas and line breaks of a quoted cell. Every piece is guarded.
 */

/** The beginning of a formula, after any apostrophes. */
const STARTS_FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/
/** Separators, blanks and quotation marks, followed by apostrophes and a formula character. */
const PIECES = /([,;"\s\u0085]+)('*)([=+\-@＝＋－＠]?)/g
const SEPARATOR = /[,;\t\v\f\r\n\u0085\u2028\u2029]/

/**
 * Returns the text with an apostrophe before each formula: at the beginning, and after each separator, blanks and quotation marks
 * included. A text that already has such an apostrophe gets another one, unlike with csv-stringify's `escape_formulas`: otherwise an
 * import could not tell `'+1` from `+1`.
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
