/** Paths of files that comments name, which must exist as links of documents must. */

import { globSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm
/** A path whose last part ends as one of ours; not the end of an address, of a pattern or of a name in `<…>`. */
const PATH = /(?<![\w<>*{}:@./-])(?:[\w.-]+\/)*[\w-][\w.-]*\.(?:ts|js|md|yaml|css|html)\b(?![\w(-])/g

/** A name such as Node.js. */
const LIBRARY = /^[\w-]+\.js$/

const ends = endsOfFiles()

/** Returns the paths in a module's comments that no file of the repository ends with: `cart/cart.ts` names `src/cart/cart.ts`. */
export function unknownPathsIn(text: string): string[] {
  const comments = text.match(COMMENT) ?? []
  const paths = comments.flatMap(comment => comment.match(PATH) ?? [])
  return paths.filter(path => !LIBRARY.test(path) && !ends.has(path.replace(/^(?:\.\.?\/)+/, '')))
}

/** Every path of a file, and what is left of it without the first folders. */
function endsOfFiles(): Set<string> {
  const exclude = ['**/node_modules', '**/.git', 'dist']
  const files = globSync(['**/*.{ts,js,md,yaml,css,html}', '.github/**/*.yaml'], { cwd: ROOT, exclude })
  return new Set(
    files.flatMap(file => {
      const parts = file.split('/')
      return parts.map((_, index) => parts.slice(index).join('/'))
    }),
  )
}
