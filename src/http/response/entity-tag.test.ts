/** Entity tags: what an `If-None-Match` header names, and what it does not. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { entityTagOf, namesTag } from './entity-tag.ts'

const tag = entityTagOf('{"data":{}}')

describe('an entity tag', () => {
  it('is strong and quoted, and has 64 bits in hexadecimal', () => {
    assert.match(tag, /^"[0-9a-f]{16}"$/)
  })

  it('is the XXH64 of the body in UTF-8, of a text as of its bytes', () => {
    assert.deepEqual(
      ['', 'abc'].map(each => entityTagOf(each)),
      ['"ef46db3751d8e999"', '"44bc2cf5ad770999"'],
    )
    const text = fc.string({ unit: 'binary', maxLength: 300 })
    fc.assert(fc.property(text, body => assert.equal(entityTagOf(body), entityTagOf(Buffer.from(body)))))
  })

  it('depends on every character of the body', () => {
    const texts = ['', '{"data":{} }', '{"data":{ }}', '{"Data":{}}', '{"data":{}}\n', 'ı', 'i', 'İ', 'ş', 's\u0327']
    assert.equal(new Set(texts.map(each => entityTagOf(each))).size, texts.length)
  })
})

describe('an If-None-Match header', () => {
  const named = {
    'the tag': tag,
    'the tag as a weak one': `W/${tag}`,
    'any tag': '*',
    'a list': `"a", ${tag}`,
    'a list without spaces': `"a",${tag},"b"`,
    'a list with weak tags': `W/"a" ,\tW/${tag}, ""`,
    'a list with empty members': `, ,${tag},, `,
    'a tag with a comma and with characters above ASCII beside it': `"a,b", "é\u00ff!", ${tag}`,
  }
  for (const [what, header] of Object.entries(named)) {
    it(`names the tag as ${what}`, () => assert.equal(namesTag(header, tag), true))
  }

  const bare = tag.slice(1, -1)
  const malformed = [
    bare,
    `'${bare}'`,
    `"${bare}`,
    `${bare}"`,
    `w/${tag}`,
    `W/ ${tag}`,
    `W${tag}`,
    `${tag} "a"`,
    `${tag}"a"`,
    `${tag};"a"`,
    `"a"${bare}"b"`,
    `"a" ${tag}`,
    `${tag}, a`,
    `*, ${tag}`,
    `${tag}, *`,
    '**',
    '"*"',
    `"a b", ${tag}`,
    `"\u007f", ${tag}`,
  ]
  for (const header of malformed) {
    it(`that is malformed names no tag: ${JSON.stringify(header.replaceAll(bare, '…'))}`, () => {
      assert.equal(namesTag(header, tag), false)
    })
  }

  it('that is absent, empty or without members names no tag', () => {
    for (const header of [undefined, '', ' ', ',', ', ,']) assert.equal(namesTag(header, tag), false)
  })

  it('names exactly the tags that a parser of members finds', () => {
    const piece = fc.constantFrom(tag, bare, '"', '"a"', 'W/', ',', ' ', '\t', '*', 'a', '"a,b"')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
        const header = pieces.join('')
        assert.equal(namesTag(header, tag), membersOf(header)?.includes(tag) ?? header === '*')
      }),
      { numRuns: 2_000 },
    )
  })
})

/** Reads a list character by character. @returns the tags without `W/`; undefined for a malformed list */
function membersOf(header: string): string[] | undefined {
  const members: string[] = []
  let rest = header
  for (;;) {
    rest = rest.replace(/^[ \t]/, '')
    if (rest === '') return members
    if (/^[ \t,]/.test(rest)) {
      rest = rest.slice(1)
      continue
    }
    if (rest.startsWith('W/')) rest = rest.slice(2)
    const end = rest.indexOf('"', 1)
    if (!rest.startsWith('"') || end < 0 || /[ \t]/.test(rest.slice(0, end))) return undefined
    members.push(rest.slice(0, end + 1))
    rest = rest.slice(end + 1).trimStart()
    if (rest !== '' && !rest.startsWith(',')) return undefined
  }
}
