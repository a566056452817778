/** Unit tests that compare the page texts of both languages. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textsIn } from './texts.ts'

/** Paths of the texts that are intentionally equal in both languages. */
const EQUAL: string[] = []

/** Returns every text with its path. Text functions are called with a number and a word that the tests can find in the text. */
function flatten(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, toText(value(2, 'metre'))]]
  return Object.entries(value as object).flatMap(([name, each]) =>
    flatten(each, path === '' ? name : `${path}.${name}`),
  )
}

/** Joins the parts of a text around a name. */
function toText(made: string | { before: string; after: string }): string {
  return typeof made === 'string' ? made : `${made.before}…${made.after}`
}

const [tr, en] = [new Map(flatten(textsIn.tr, '')), new Map(flatten(textsIn.en, ''))]

describe('the page texts', () => {
  it('exist in both languages', () => {
    assert.ok(tr.size > 60)
    assert.deepEqual([...en.keys()], [...tr.keys()])
    for (const [path, text] of [...tr, ...en]) assert.notEqual(text.trim(), '', path)
  })

  it('differ between the languages, except those listed as equal', () => {
    const equal = [...tr].filter(([path, text]) => en.get(path) === text).map(([path]) => path)
    assert.deepEqual(equal, EQUAL)
  })

  it('contain the same parameters in both languages', () => {
    for (const [path, text] of tr) {
      for (const given of ['2', 'metre']) assert.equal(en.get(path)?.includes(given), text.includes(given), path)
    }
  })

  it('have the key of their language', () => {
    for (const [language, texts] of Object.entries(textsIn)) assert.equal(texts.language, language)
  })
})
