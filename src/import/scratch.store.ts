/**
 * Scratch file of one import: keys, declared records and references with their places, in a private SQLite file that ends with its
 * handle. The memory of an import does not grow with the number of its records.
 */

import { SqliteHandle } from '../db/sqlite/sqlite-handle.ts'

/** Pages of the file in memory. Emails in random order need most: 2.2 million take 22 s with 16 MB, 15 s with 48 MB. */
const CACHE_KB = 16_000
/** Maximum number of places stored per referred id; further references are only counted. */
const PLACES_KEPT = 100
/** Maximum number of references read at once. */
const PAGE_SIZE = 1_000

/** A place in an import file. */
export interface FilePlace {
  /** Number of the file. */
  file: number
  at: string
}

/** All references of one kind to one id, which no record of the import declares as a record that may be referred to. */
export interface OpenReference {
  id: number
  /** Number of references. */
  count: number
  /** Whether the import has the record, which must not be referred to. */
  isDeclared: boolean
  /** Order of the first reference among all of the import. */
  position: number
}

/** Reads and writes the scratch file. A key is a number or a text; 1 and "1" are different keys. */
export class Scratch {
  /** An empty path is a private file in the folder of temporary files, which SQLite deletes when it has opened it. */
  readonly #file = new SqliteHandle('')
  #position = 0

  constructor() {
    // The file is never read again after a failure, so it needs no journal.
    for (const statement of [`pragma cache_size = -${CACHE_KB}`, 'pragma journal_mode = off', ...tables, 'begin'])
      this.#file.run(statement)
  }

  /**
   * Stores the place of a key, unless another record of this kind has it.
   * @returns the place of that record
   */
  addKey(kind: string, key: string | number, { file, at }: FilePlace): FilePlace | undefined {
    const { numAffectedRows } = this.#file.run(
      'insert into keys (kind, key, file, at) values (?, ?, ?, ?) on conflict do nothing',
      [kind, key, file, at],
    )
    if (numAffectedRows === 1n) return undefined
    return this.#file.run<FilePlace>('select file, at from keys where kind = ? and key = ?', [kind, key]).rows[0]
  }

  /** Stores that the import has a record; a later record with the same id replaces it. */
  declare(kind: string, id: number, mayBeReferred: boolean): void {
    this.#file.run('insert or replace into declared (kind, id, may_be_referred) values (?, ?, ?)', [
      kind,
      id,
      Number(mayBeReferred),
    ])
  }

  /**
   * Counts a reference to an id, and stores the places of the first hundred. A first reference to a record that is declared already, and
   * may be referred to, is not stored.
   */
  refer(kind: string, id: number, { file, at }: FilePlace): void {
    const { rows } = this.#file.run<{ count: number }>(
      `insert into referred (kind, id, count, position)
       select ?1, ?2, 1, ?3
       where not exists (select 1 from declared where kind = ?1 and id = ?2 and may_be_referred = 1)
         or exists (select 1 from referred where kind = ?1 and id = ?2)
       on conflict do update set count = count + 1
       returning count`,
      [kind, id, ++this.#position],
    )
    for (const { count } of rows) {
      if (count <= PLACES_KEPT) this.#file.run('insert into places values (?, ?, ?, ?, ?)', [kind, id, count, file, at])
    }
  }

  /** Finds up to a thousand open references after a position, in the order of the first reference to each id. */
  findOpenReferences(kind: string, after: number): OpenReference[] {
    this.#file.run('create index if not exists referred_position on referred (kind, position)')
    const { rows } = this.#file.run<OpenReference>(
      `select r.id, r.count, r.position, d.id is not null as isDeclared
       from referred r left join declared d on d.kind = r.kind and d.id = r.id
       where r.kind = ? and r.position > ? and coalesce(d.may_be_referred, 0) = 0
       order by r.position limit ${PAGE_SIZE}`,
      [kind, after],
    )
    return rows.map(row => ({ ...row, isDeclared: Boolean(row.isDeclared) }))
  }

  /** Finds the places of the first hundred references to an id. */
  findPlaces(kind: string, id: number): FilePlace[] {
    return this.#file.run<FilePlace>('select file, at from places where kind = ? and id = ? order by number', [
      kind,
      id,
    ]).rows
  }

  /** Deletes the file. */
  close(): void {
    this.#file.close()
  }
}

const tables = [
  'create table keys (kind text, key, file integer, at text, primary key (kind, key)) without rowid',
  'create table declared (kind text, id integer, may_be_referred integer, primary key (kind, id)) without rowid',
  'create table referred (kind text, id integer, count integer, position integer, primary key (kind, id)) without rowid',
  `create table places (kind text, id integer, number integer, file integer, at text, primary key (kind, id, number))
   without rowid`,
]
