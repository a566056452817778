/**
 * `npm run build`: compiles `src` into `dist`, and copies other files, such as stylesheets. `npm run types` runs the
 * same type checks.
 */

import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from './npm.ts'

const SOURCE = join(ROOT, 'src')
const TARGET = join(ROOT, 'dist')
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc')

rmSync(TARGET, { recursive: true, force: true })
const { status } = spawnSync(process.execPath, [COMPILER, '-p', join(ROOT, 'tsconfig.build.json')], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)
cpSync(SOURCE, TARGET, { recursive: true, filter: path => !/\.tsx?$/.test(basename(path)) })
