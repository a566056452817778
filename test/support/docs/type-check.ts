/** Compiles what the docs show as an app would that sees nothing of Node.js, as strictly as the compiler can. */

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
  paths: { 'sepet/client': [join(ROOT, 'src/client/client.ts')] },
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
}

/** What the compiler says of files, given by name; empty where it is content. */
export async function complaintsOfCompiler(files: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-types-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }))
  const output = await run(process.execPath, [TSC, '-p', folder]).catch((failure: { stdout: string }) => failure)
  rmSync(folder, { recursive: true })
  return output.stdout
}
