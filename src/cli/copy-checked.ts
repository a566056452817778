/** Copies a database and reads the copy through, on a thread of its own, so that Ctrl-C is heard meanwhile: SQLite does either in one go. */

import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { checkDatabase, copyDatabase } from '../db/sqlite/sqlite-copy.ts'
import { CommandError } from './command-error.ts'
import { undoneBySignals } from './interrupt.ts'
import { removePartial } from './new-file.ts'

interface Copy {
  from: string
  to: string
}

/** What the thread answers: the names of migrations, or what went wrong. */
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
 * Copies a database and reads the copy through. A signal takes the copy away and ends the process.
 * @returns the names of the migrations it has had
 * @throws CommandError saying why not
 */
export async function copyChecked(from: string, to: string): Promise<string[]> {
  const thread = new Worker(import.meta.filename, { workerData: { from, to } satisfies Copy })
  const answered = once(thread, 'message') as Promise<[Answer]>
  const [answer] = await undoneBySignals(
    () => removePartial(to),
    () => answered,
  )
  if ('problem' in answer) throw new CommandError(`${from} cannot be copied: ${answer.problem}.`)
  return answer.migrations
}
