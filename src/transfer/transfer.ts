/**
 * Transfer between the engines: copies everything in one transaction of the target, compares rows and checksums of every table, and marks the source.
 * The transactions of both databases keep everybody else from writing.
 */

import { sql } from 'kysely'
import { type Database, type Queries, transaction } from '../db/database.ts'
import { requireCurrentSchema } from '../db/migrate.ts'
import { saveTransferMark, type TransferMark } from '../db/transfer-mark.ts'
import { lockTables, setLimits } from './lock-tables.ts'
import { emptyTarget, migrateTarget } from './prepare-target.ts'
import { readRows } from './read-rows.ts'
import { RowDigest, type TableDigest } from './row-digest.ts'
import { copySequences } from './sequences.ts'
import { readStoredTables, type StoredTable } from './stored-tables.ts'
import { finishTables, insertRows } from './write-rows.ts'

/** How far a transfer is. Until it is `saving`, an interruption leaves the target as it was. */
export interface TransferProgress {
  phase: 'copying' | 'comparing' | 'saving'
  rows: number
  rowsTotal: number
}

/** Options of a transfer. */
export interface TransferOptions {
  /** What the source is marked with. */
  mark: TransferMark
  onProgress: (progress: TransferProgress) => void
}

/** A table that is equal in both databases. */
export interface TransferredTable extends TableDigest {
  name: string
}

/** What a transfer has done. */
export interface Transferred {
  tables: TransferredTable[]
  /** Why the source has no mark; undefined where it has. */
  markFailure?: unknown
}

/**
 * Transfers everything from one database into an empty one of the other engine.
 * @throws Error when the target has data, a server runs, somebody writes, or a table differs afterwards: the target is then as it was
 */
export async function transferDatabase(
  source: Database,
  target: Database,
  options: TransferOptions,
): Promise<Transferred> {
  let tables: TransferredTable[] | undefined
  try {
    await transaction(source, async from => {
      await setLimits(from)
      await requireCurrentSchema(from)
      tables = await transaction(target, to => fillTarget(from, to, options))
    })
  } catch (markFailure) {
    // The target is saved, and the source could not save its mark.
    if (tables) return { tables, markFailure }
    throw markFailure
  }
  return { tables: tables ?? [] }
}

async function fillTarget(source: Queries, target: Queries, options: TransferOptions): Promise<TransferredTable[]> {
  await setLimits(target)
  await migrateTarget(target)
  const tables = await readStoredTables(source.engine === 'sqlite' ? source : target)
  await lockTables(source, tables)
  await lockTables(target, tables)
  await emptyTarget(target, tables)
  // Before the rows: a source that cannot be marked, or a target of another owner, is refused at once.
  await saveTransferMark(source, options.mark)
  await copySequences(source, target)
  const rowsTotal = await countRows(source, tables)
  const read = await copyTables(source, target, tables, progressOf('copying', rowsTotal, options))
  await finishTables(target, tables)
  const stored = await digestTables(target, tables, progressOf('comparing', rowsTotal, options))
  requireEqual(tables, read, stored)
  options.onProgress({ phase: 'saving', rows: rowsTotal, rowsTotal })
  return tables.map(({ name }, n) => ({ name, ...(stored[n] as TableDigest) }))
}

/** Counts rows as they are done, and reports the sum. */
function progressOf(phase: TransferProgress['phase'], rowsTotal: number, { onProgress }: TransferOptions) {
  let rows = 0
  return (more: number) => {
    rows += more
    onProgress({ phase, rows, rowsTotal })
  }
}

async function countRows({ kysely }: Queries, tables: readonly StoredTable[]): Promise<number> {
  const counts = tables.map(({ name }) => sql`(select count(*) from ${sql.table(name)})`)
  const { rows } = await sql<{ count: number }>`select ${sql.join(counts, sql` + `)} as count`.execute(kysely)
  return rows[0]?.count ?? 0
}

/** @returns the digest of each table, of the rows that were read */
async function copyTables(
  source: Queries,
  target: Queries,
  tables: readonly StoredTable[],
  onRows: (rows: number) => void,
): Promise<TableDigest[]> {
  const digests: TableDigest[] = []
  for (const table of tables) {
    const digest = new RowDigest()
    let inserted: Promise<void> = Promise.resolve()
    for await (const { rows, texts } of readRows(source, table)) {
      for (const text of texts) digest.add(text)
      // The next rows are read while the target writes these.
      await inserted
      inserted = insertRows(target, table, rows)
      inserted.catch(() => {})
      onRows(rows.length)
    }
    await inserted
    digests.push(digest.value)
  }
  return digests
}

async function digestTables(
  queries: Queries,
  tables: readonly StoredTable[],
  onRows: (rows: number) => void,
): Promise<TableDigest[]> {
  const digests: TableDigest[] = []
  for (const table of tables) {
    const digest = new RowDigest()
    for await (const { texts } of readRows(queries, table)) {
      for (const text of texts) digest.add(text)
      onRows(texts.length)
    }
    digests.push(digest.value)
  }
  return digests
}

/** @throws Error naming the tables that differ, with the rows and checksums of both */
function requireEqual(tables: readonly StoredTable[], read: TableDigest[], stored: TableDigest[]): void {
  const describe = (digest?: TableDigest) => `${digest?.rows} rows with the checksum ${digest?.checksum}`
  const differences = tables.flatMap(({ name }, n) =>
    describe(read[n]) === describe(stored[n]) ? [] : [`${name} has ${describe(read[n])}, then ${describe(stored[n])}`],
  )
  if (differences.length === 0) return
  throw new Error(`The copy differs, and nothing was transferred: ${differences.join('; ')}.`)
}
