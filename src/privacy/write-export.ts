/** Writes the export of a customer as JSON text, part by part. */

/** The lists of an export by name: pages of records, each as JSON. */
export type ExportLists = Readonly<Record<string, AsyncIterable<readonly string[]>>>

/**
 * Writes `{"data": {…}}`.
 * @param records the single records by name
 * @param lists the lists, which are read one after the other
 */
export async function* writeExport(
  records: Readonly<Record<string, unknown>>,
  lists: ExportLists,
): AsyncGenerator<string> {
  yield `{"data":${JSON.stringify(records).slice(0, -1)}`
  for (const [name, pages] of Object.entries(lists)) {
    yield `,${JSON.stringify(name)}:[`
    let separator = ''
    for await (const page of pages) {
      yield `${separator}${page.join(',')}`
      separator = ','
    }
    yield ']'
  }
  yield '}}'
}

/** Presents the records of each page as JSON. */
export async function* presentPages<R>(
  pages: AsyncIterable<readonly R[]>,
  present: (record: R) => string,
): AsyncGenerator<string[]> {
  for await (const page of pages) yield page.map(present)
}
