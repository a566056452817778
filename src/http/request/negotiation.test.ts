/** Accept headers that cart endpoints accept and refuse. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { requireAcceptable } from './negotiation.ts'

describe('requireAcceptable', () => {
  it('accepts an absent header, wildcards, other media types, and JSON:API with at most `q` and `profile`', () => {
    for (const accept of [
      undefined,
      '',
      '*/*',
      'application/*',
      'application/json',
      'text/html',
      'application/vnd.api+json',
      'APPLICATION/VND.API+JSON',
      'application/vnd.api+json;q=0.9',
      'application/vnd.api+json; profile="https://example.com/a,b;ext=1"',
      'application/vnd.api+json; charset=utf-8, application/vnd.api+json',
      'application/vnd.api+jsonx; charset=utf-8',
      'a/'.repeat(4000),
      '"'.repeat(8000),
    ]) {
      assert.doesNotThrow(() => requireAcceptable(accept), accept)
    }
  })

  it('throws 406 when every JSON:API entry has a parameter that changes the media type', () => {
    for (const accept of [
      'application/vnd.api+json; charset=utf-8',
      'application/vnd.api+json;ext="https://example.com/ext"',
      'application/vnd.api+json; q=1; version=1',
      'text/html, application/vnd.api+json ; x = 1',
      'application/vnd.api+json; ext="a", application/vnd.api+json; charset=utf-8, */*',
    ]) {
      assert.throws(() => requireAcceptable(accept), { status: 406 }, accept)
    }
  })
})
