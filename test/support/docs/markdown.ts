/** What the pages of the repository hold: blocks of code, pieces of code within a sentence, headings and links. */

import { globSync } from 'node:fs'
import { readPage } from './doc-exchanges.ts'

export interface Block {
  page: string
  /** Where it begins. */
  line: number
  /** Empty where the page names none. */
  language: string
  text: string
}

export interface Link {
  page: string
  line: number
  target: string
}

const ROOT = new URL('../../..', import.meta.url)
const FENCE = /^ *```(.*)$/

/** Every page of the repository. */
export const pages: string[] = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: ROOT }).sort()

/** Its blocks of code, from top to bottom. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const [index, text] of readPage(page).split('\n').entries()) {
    const [, language] = FENCE.exec(text) ?? []
    if (language === undefined) {
      if (open) open.text += `${text}\n`
    } else if (open) open = undefined
    else {
      open = { page, line: index + 1, language, text: '' }
      blocks.push(open)
    }
  }
  return blocks
}

/** The text of its first block in a language, or of the one so many after it. */
export function blockIn(page: string, language: string, after = 0): string {
  const found = blocksOf(page).filter(block => block.language === language)[after]
  if (!found) throw new Error(`${page} has no such block of ${language}.`)
  return found.text
}

/** The pieces of code within its sentences and tables. */
export function codeWithin(page: string): Omit<Block, 'language'>[] {
  return proseOf(page).flatMap(({ line, text }) =>
    [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => ({ page, line, text: code })),
  )
}

/** Its links to other pages, files and headings. */
export function linksOf(page: string): Link[] {
  return proseOf(page).flatMap(({ line, text }) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => ({ page, line, target }))
      .filter(({ target }) => !/^[a-z]+:/.test(target)),
  )
}

/** The names that links have for its headings: those of GitHub and of most that show Markdown. */
export function anchorsOf(page: string): string[] {
  const seen = new Map<string, number>()
  return proseOf(page).flatMap(({ text }) => {
    const [, heading] = /^#+ (.+)$/.exec(text) ?? []
    if (heading === undefined) return []
    const name = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    return before === 0 ? [name] : [`${name}-${before}`]
  })
}

/** Its lines outside of blocks. */
function proseOf(page: string): { line: number; text: string }[] {
  let inside = false
  return readPage(page)
    .split('\n')
    .map((text, index) => ({ line: index + 1, text }))
    .filter(({ text }) => {
      const isFence = FENCE.test(text)
      if (isFence) inside = !inside
      return !isFence && !inside
    })
}
