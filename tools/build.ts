/**
 * `npm run build`: compiles `src` into `dist`, copies other files, such as stylesheets, and bundles the pages of `web`. The variable SEPET_COMMIT names the commit where git
 * cannot, and is empty for a release. `node tools/build.ts packages/client` does the same
 * in the folder of the client, before npm packs it. `npm run types` checks the types of both.
 */

import { spawnSync } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { COMMIT_FILE, findCommit } from '../src/version.ts'
import { bundlePages } from './bundle-pages.ts'
import { ROOT } from './npm.ts'

const FOLDER = join(ROOT, process.argv[2] ?? '')
const TARGET = join(FOLDER, 'dist')
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc')

rmSync(TARGET, { recursive: true, force: true })
const { status } = spawnSync(process.execPath, [COMPILER, '-p', join(FOLDER, 'tsconfig.build.json')], {
  stdio: 'inherit',
})
if (status !== 0) {
  rmSync(TARGET, { recursive: true, force: true })
  process.exit(1)
}
if (FOLDER === join(ROOT)) {
  writeFileSync(join(TARGET, COMMIT_FILE), process.env.SEPET_COMMIT ?? findCommit(ROOT))
  await bundlePages(join(TARGET, 'pages')).catch(error => {
    // A half of a build would serve the pages of the clone.
    rmSync(TARGET, { recursive: true, force: true })
    throw error
  })
}
cpSync(join(FOLDER, 'src'), TARGET, { recursive: true, filter: path => !/\.tsx?$/.test(basename(path)) })
