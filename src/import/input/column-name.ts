/** Names of columns, as tables are recognised by them. */

/** Normalises the name of a column: names in exports differ only in letter case, in kinds of blanks and of apostrophes. */
export function columnName(cell: string): string {
  return cell.trim().toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ')
}
