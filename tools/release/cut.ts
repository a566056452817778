/**
 * `node tools/release/cut.ts`, run by `npm version` between the change of package.json and its commit: writes the other files of the
 * release, and adds them to the commit.
 */

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../npm.ts'
import { changedFiles, readFiles } from './changed-files.ts'

const { npm_old_version: from = '', npm_new_version: version = '' } = process.env
const changed = changedFiles(readFiles(), { from, version, date: new Date().toISOString().slice(0, 10) })
for (const [path, text] of changed) writeFileSync(join(ROOT, path), text)
execFileSync('git', ['add', '--', ...changed.keys()], { cwd: ROOT })
