/** Reads Markdown pages of the repository: code blocks, inline code, headings and links. */

import { globSync } from 'node:fs'
import { readPage } from './doc-exchanges.ts'

/** A code block. */
export interface Block {
  page: string
  /** The number of its first line. */
  line: number
  /** Empty when the fence names no language. */
  language: string
  text: string
}

/** A link to another page, file or heading. */
export interface Link {
  page: string
  line: number
  target: string
}

const ROOT = new URL('../../..', import.meta.url)
const FENCE = /^ *```(.*)$/

/** The paths of all pages of the repository. */
export const pages: string[] = globSync(['*.md', 'docs/**/*.md', 'bench/*.md', 'packages/*/*.md'], { cwd: ROOT }).sort()

/** @returns the code blocks of a page, from top to bottom */
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

/**
 * @param after how many blocks of the same language to skip
 * @returns the text of the block
 * @throws Error when there is none
 */
export function blockIn(page: string, language: string, after = 0): string {
  const found = blocksOf(page).filter(block => block.language === language)[after]
  if (!found) throw new Error(`${page} has no such block of ${language}.`)
  return found.text
}

/** @returns inline code of sentences and tables */
export function codeWithin(page: string): Omit<Block, 'language'>[] {
  return proseOf(page).flatMap(({ line, text }) =>
    [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => ({ page, line, text: code })),
  )
}

/** @returns links to pages, files and headings; no external links */
export function linksOf(page: string): Link[] {
  return proseOf(page).flatMap(({ line, text }) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => ({ page, line, target }))
      .filter(({ target }) => !/^[a-z]+:/.test(target)),
  )
}

/** @returns the anchors of the headings of a page, as GitHub and most Markdown viewers make them */
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

/** @returns the lines outside of code blocks */
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
