/** The words of the Turkish pages: what the glossary does not use is in no text. */

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
/** The files with the texts of the pages in Turkish, and the pages themselves. */
const TEXTS = [
  'web/*/texts/*tr.js',
  'web/*.html',
  'web/reference/**/*.js',
  'examples/web-shop/**/*.js',
  'src/web-checkout/pages/texts/tr.ts',
]
/** Texts in quotation marks or backticks, but no names of members; and those of tags. */
const LITERAL = /'((?:[^'\\\n]|\\.)*)'(?!:)|`([^`]*)`/g
const TAGGED = />([^<>]+)</g

/** The rows of the table: the Turkish words, and those that are not used. */
function rowsOf(glossary: string): { used: string; unused: string[] }[] {
  const [, table = ''] = glossary.split('## The words of the Turkish pages')
  return [...table.matchAll(/^\| ([^|]+) \| ([^|]+) \| (`[^|]+) \|$/gm)].map(([, , used = '', unused = '']) => ({
    used,
    unused: [...unused.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
  }))
}

const small = (text: string) => text.toLocaleLowerCase('tr')
/** Whether a text has a word with any ending. */
const has = (text: string, word: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(small(word))}`, 'u').test(small(text))

describe('the Turkish texts of the pages', () => {
  const rows = rowsOf(readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8'))
  const texts = globSync(TEXTS, { cwd: ROOT }).flatMap(file =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(file.endsWith('.html') ? TAGGED : LITERAL)].map(
      ([, ...parts]) => ({
        file,
        text: (parts.find(each => each !== undefined) ?? '').replace(/\$\{[^}]*\}/g, '…'),
      }),
    ),
  )

  it('use no word that the glossary names as not used', () => {
    const turkish = texts.filter(({ file, text }) => file.includes('tr.') || /[çğıöşüÇĞİÖŞÜ]/.test(text))
    assert.ok(turkish.length > 1_500, String(turkish.length))
    const wrong = rows.flatMap(({ used, unused }) =>
      unused.flatMap(word =>
        turkish
          .filter(({ text }) => has(text, word))
          .map(({ file, text }) => `${file}: “${text}” has “${word}”; use “${used}”`),
      ),
    )
    assert.deepEqual(wrong, [])
  })

  it('are judged by a table whose words are found with endings, and not within other words', () => {
    assert.ok(rows.length > 30, String(rows.length))
    assert.ok(has('Ajanın sepeti', 'ajan') && has('STOKU', 'stoku') && has('DÖKÜMÜ', 'döküm'))
    assert.ok(!has('Stoğu', 'stoku') && !has('reklamajansı', 'ajan'))
  })
})
