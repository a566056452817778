/** The import graph of the repository's modules, as their texts show it. */

import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** The entries of the repository's own packages, by the name that other modules import. */
const ENTRIES: Record<string, string> = {
  'sepet-client': 'packages/client/src/client.ts',
  'sepet-client/admin': 'packages/client/src/admin/admin.ts',
}
const IMPORTS = /^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/gm

/** An import statement, an export from another module, or a call of `import` with a literal. */
export interface Import {
  /** The name of another project's package, or a path from the root. */
  target: string
  isTypeOnly: boolean
}

/** @returns the text of a module and its imports. @param path path from the root */
export function readModule(path: string): { text: string; imports: Import[] } {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const imports = [...text.matchAll(IMPORTS)].map(([, type, statement = '', call = '']) => {
    const target = statement || call
    return {
      target: target.startsWith('.') ? relative(ROOT, join(ROOT, dirname(path), target)) : (ENTRIES[target] ?? target),
      isTypeOnly: type !== undefined,
    }
  })
  return { text, imports }
}
