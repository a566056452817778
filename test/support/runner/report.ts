/** The report of a long run: a table with one row for each result. */

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../reports')

/** Creates `reports/long-run.md`. @returns its path, and `finish`, which adds the result of the run */
export function startReport(): { path: string; finish: (status: number) => void } {
  const path = join(FOLDER, 'long-run.md')
  const begun = Date.now()
  mkdirSync(FOLDER, { recursive: true })
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node.js ${process.version}`
  writeFileSync(
    path,
    `# \`npm run test:long\` of ${new Date(begun).toISOString()}\n\n${machine}\n\n| Test | Shown |\n|---|---|\n`,
  )
  return {
    path,
    finish: status => {
      const minutes = ((Date.now() - begun) / 60_000).toFixed(1)
      appendFileSync(path, `\n${status === 0 ? 'All passed' : 'Some failed'} in ${minutes} minutes.\n`)
      console.log(`Report: ${path}`)
    },
  }
}
