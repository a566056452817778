/** Tests of addresses that the router cannot decode. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodable, isUndecodablePage } from './undecodable-page.ts'

describe('addresses of pages that cannot be decoded', () => {
  it('are those below /office, outside its API, whose path is no percent-encoded UTF-8', () => {
    for (const target of ['/office/coupons/%FF', '/office/customers/%', '/office/carts/%E0%A4%A?age=1'])
      assert.equal(isUndecodablePage(target), true, target)
    const others = ['/office', '/office/coupons/%C3%A7', '/office/coupons?q=%FF', '/officer/%FF', '/api/v3/%FF']
    for (const target of [...others, '/office/api/v3/admin/coupons/%FF'])
      assert.equal(isUndecodablePage(target), false, target)
  })

  it('are escaped, so that they can be decoded', () => {
    assert.equal(decodeURIComponent(decodable('/office/coupons/%FF')), '/office/coupons/%FF')
  })
})
