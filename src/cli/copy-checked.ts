/** Checked copy of a database, made on a worker thread: SQLite copies and checks synchronously, and Ctrl-C must stay possible. */

import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { checkDatabase, copyDatabase } from '../db/sqlite/sqlite-copy.ts'
import { CommandError } from './command-error.ts'
import { removePartial } from './new-file.ts'
import { withSignalCleanUp } from './with-signal-clean-up.ts'

interface Copy {
  from: string
  to: string
}

/** Result of the thread: the names of migrations, or the error message. */
type Answer = { migrations: string[] } | { problem: string }

if (!isMainThread) parentPort?.postMessage(copy(workerData as Copy))

function copy({ from, to }: Copy): Answer {
  try {
    copyDatabase(from, to)
    return { migrations: checkDatabase(to) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

/**
 * Copies a database and checks every page of the copy. A signal deletes the copy and ends the process.
 * @returns names of the migrations that the database has run
 * @throws CommandError when the database cannot be copied or the copy is damaged
 */
export async function copyChecked(from: string, to: string): Promise<string[]> {
  const thread = new Worker(import.meta.filename, { workerData: { from, to } satisfies Copy })
  const answered = once(thread, 'message') as Promise<[Answer]>
  const [answer] = await withSignalCleanUp(
    () => removePartial(to),
    () => answered,
  )
  if ('problem' in answer) throw new CommandError(`${from} cannot be copied: ${answer.problem}.`)
  return answer.migrations
}
