/** Lists of texts in one cell of a table, separated by semicolons. */

/**
 * Writes texts as one: a backslash is in front of a semicolon or a backslash of a text, and of a blank at its beginning or its end.
 * @example joinTexts(['A;B', 'C']) // A\;B;C
 */
export function joinTexts(texts: readonly string[]): string {
  return texts.map(text => text.replace(/[;\\]|^\s|\s$/g, '\\$&')).join(';')
}

/** Reads texts, without the blanks around them; a text that is empty says nothing. */
export function splitTexts(cell: string): string[] {
  const pieces = cell.match(/(?:\\.|[^;\\]|\\$)+/gs) ?? []
  return pieces.map(withoutBlanks).filter(text => text !== '')
}

/** Removes the blanks around a piece but those after a backslash, and the backslashes. */
function withoutBlanks(piece: string): string {
  const start = piece.trimStart()
  const end = start.trimEnd()
  // The blank after a backslash is one of the text.
  const isEscaped = /(?:^|[^\\])(?:\\\\)*\\$/.test(end) && end.length < start.length
  const text = isEscaped ? start.slice(0, end.length + 1) : end
  return text.replace(/\\(.)/gs, '$1')
}
