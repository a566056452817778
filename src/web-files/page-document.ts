/** The HTML document of the office and of the playground. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { modulesOf } from './module-graph.ts'
import { isBundled, PAGES } from './page-folder.ts'

/** A set of pages that scripts draw. */
export type PageSet = 'office' | 'playground'

const SCRIPT = /( *)<script type="module" src="([^"]+)">/

/** Reads the document of a set of pages. From a clone it names every module that its script needs, so that the browser asks for all at once. */
export function readDocument(name: PageSet): string {
  const text = readFileSync(join(PAGES, `${name}.html`), 'utf8')
  if (isBundled) return text
  return text.replace(SCRIPT, (script, indent: string, path: string) => {
    const links = [...modulesOf(path)].map(each => `${indent}<link rel="modulepreload" href="${each}">\n`)
    return `${links.join('')}${script}`
  })
}
