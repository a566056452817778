/** Lists of texts in one cell of a table, such as the tags of a product. */

/**
 * Splits a cell at its separators. A backslash in front of one makes it part of the text.
 * @param separators characters
 * @param escapesItself whether a backslash in front of a backslash is one
 */
export function splitList(cell: string, separators: string, { escapesItself = false } = {}): string[] {
  const escaped = escapesItself ? `${separators}\\` : separators
  const texts = ['']
  for (let at = 0; at < cell.length; at++) {
    const [sign = '', next = ''] = [cell[at], cell[at + 1]]
    if (sign === '\\' && next !== '' && escaped.includes(next)) {
      texts.push(texts.pop() + next)
      at++
    } else if (separators.includes(sign)) texts.push('')
    else texts.push(texts.pop() + sign)
  }
  return texts
}

/** Joins texts to a cell that `splitList` splits again, with semicolons between them. */
export function joinList(texts: readonly string[]): string {
  return texts.map(text => text.replace(/[\\;]/g, '\\$&')).join(';')
}
