/** Compiles code of the docs, and manifests, as an app without Node.js types would, with the strictest options of the compiler. */

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../../..')
const TSC = join(ROOT, 'node_modules/typescript/lib/tsc.js')
const run = promisify(execFile)

const compilerOptions = {
  target: 'esnext',
  lib: ['esnext', 'dom'],
  types: [],
  module: 'esnext',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  jsx: 'preserve',
  paths: {
    'sepet-client': [join(ROOT, 'packages/client/src/client.ts')],
    'openapi-fetch': [join(ROOT, 'node_modules/openapi-fetch')],
    'sepet-client/admin': [join(ROOT, 'packages/client/src/admin/admin.ts')],
    'kubernetes-types/*': [join(ROOT, 'node_modules/kubernetes-types/*')],
  },
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
}

/**
 * @param files texts by file name
 * @returns the output of the compiler; empty when there are no errors
 */
export async function compilerErrors(files: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-types-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }))
  const output = await run(process.execPath, [TSC, '-p', folder]).catch((failure: { stdout: string }) => failure)
  rmSync(folder, { recursive: true })
  return output.stdout
}
