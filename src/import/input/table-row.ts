/** One row of a table, whichever file it came from. */
export interface TableRow {
  /** Number of the first line in a CSV file, or of the row in a sheet, counted from 1. */
  line: number
  fields: string[]
}
