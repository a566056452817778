/** The modules of `web/` that a script imports, for a browser that would otherwise learn of them level by level. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAGES } from './page-folder.ts'

const IMPORTS = /^(?:import|export)\s(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm

/** Returns the URL paths of a script and of every module that it imports statically. @param path such as `/ui/office/main.js` */
export function modulesOf(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  if (path.startsWith('/ui/vendor/')) return found
  const text = readFileSync(join(PAGES, path.slice('/ui/'.length)), 'utf8')
  for (const [, target = ''] of text.matchAll(IMPORTS)) {
    modulesOf(new URL(target, `http://localhost${path}`).pathname, found)
  }
  return found
}
