/** Brings the functions of a PostgreSQL database to those of this version. */

import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import type { DatabaseFunction } from './database-function.ts'

/** What `createFunctions` has done, by name. */
export interface ChangedFunctions {
  created: string[]
  dropped: string[]
}

/**
 * Creates the functions that are missing or have another text, and drops those of the names that are retired.
 * @returns their names; the embedded engine has no functions
 */
export async function createFunctions(
  queries: Queries,
  functions: readonly DatabaseFunction[],
  retired: readonly string[],
): Promise<ChangedFunctions> {
  if (queries.engine === 'sqlite') return { created: [], dropped: [] }
  const texts = await findTexts(queries, [...functions.map(({ name }) => name), ...retired])
  const changed = functions.filter(({ name, body }) => textOf(texts.get(name) ?? '') !== textOf(body))
  const left = retired.filter(name => texts.has(name))
  for (const each of changed) await createFunction(queries, each)
  for (const name of left) await sql`drop function ${sql.ref(name)}`.execute(queries.kysely)
  return { created: changed.map(({ name }) => name), dropped: left }
}

/** Returns the names of the functions that a PostgreSQL database lacks. */
export async function findMissingFunctions(
  queries: Queries,
  functions: readonly DatabaseFunction[],
): Promise<string[]> {
  if (queries.engine === 'sqlite') return []
  const names = functions.map(({ name }) => name)
  const texts = await findTexts(queries, names)
  return names.filter(name => !texts.has(name))
}

async function findTexts({ kysely }: Queries, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; text: string }>`
    select proname as name, prosrc as text from pg_proc
    where proname = any(${names}) and pg_function_is_visible(oid)`.execute(kysely)
  return new Map(rows.map(({ name, text }) => [name, text]))
}

/** The indentation of a text is that of its file. */
function textOf(body: string): string {
  return body.replace(/\s+/g, ' ').trim()
}

async function createFunction({ kysely }: Queries, each: DatabaseFunction): Promise<void> {
  const { name, parameters, returns, attributes = '', body } = each
  await sql
    .raw(
      `create or replace function ${name}(${parameters}) returns ${returns} language plpgsql ${attributes} as $$${body}$$`,
    )
    .execute(kysely)
}
