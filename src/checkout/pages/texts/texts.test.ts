import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textsIn } from './texts.ts'

/** Texts that are the same in both languages on purpose, by their path. */
const EQUAL: string[] = []

/** Every text by its path; functions are called with numbers and words that show where they go. */
function flatten(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, String(value(2, 'metre'))]]
  return Object.entries(value as object).flatMap(([name, each]) =>
    flatten(each, path === '' ? name : `${path}.${name}`),
  )
}

const [tr, en] = [new Map(flatten(textsIn.tr, '')), new Map(flatten(textsIn.en, ''))]

describe('the texts of the pages', () => {
  it('exist in both languages', () => {
    assert.ok(tr.size > 60)
    assert.deepEqual([...en.keys()], [...tr.keys()])
    for (const [path, text] of [...tr, ...en]) assert.notEqual(text.trim(), '', path)
  })

  it('differ, unless they are equal on purpose', () => {
    const equal = [...tr].filter(([path, text]) => en.get(path) === text).map(([path]) => path)
    assert.deepEqual(equal, EQUAL)
  })

  it('say the same numbers and names in either language', () => {
    for (const [path, text] of tr) {
      for (const given of ['2', 'metre']) assert.equal(en.get(path)?.includes(given), text.includes(given), path)
    }
  })

  it('name their language', () => {
    for (const [language, texts] of Object.entries(textsIn)) assert.equal(texts.language, language)
  })
})
