/** Which addresses share a limit. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clientNetworkOf, isLoopback } from './client-network.ts'

const networks = (addresses: string[]) => [...new Set(addresses.map(clientNetworkOf))]

describe('the network that limits count', () => {
  it('is each IPv4 address by itself, however it is written', () => {
    const spellings = ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:0201', '0:0:0:0:0:ffff:192.0.2.1']
    assert.deepEqual(networks(spellings), ['192.0.2.1'])
    assert.deepEqual(networks(['192.0.2.1', '192.0.2.2', '::ffff:192.0.2.3']).length, 3)
  })

  it('is the /64 of an IPv6 address, however it is written', () => {
    const spellings = ['2001:db8::1', '2001:DB8:0:0:0:0:0:2', '2001:0db8::ffff:192.0.2.1', '2001:db8::3%eth0']
    assert.deepEqual(networks(spellings), ['2001:db8:0:0::/64'])
    assert.deepEqual(networks(['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db9::1', '::1']).length, 4)
    assert.equal(clientNetworkOf('fe80::1:2:3:4%en0'), 'fe80:0:0:0::/64')
    assert.equal(clientNetworkOf('1:2:3:4:5:6:7:8'), '1:2:3:4::/64')
  })

  it('is that of the address where a proxy adds a port', () => {
    assert.deepEqual(networks(['192.0.2.1', '192.0.2.1:5000', '192.0.2.1:5001']), ['192.0.2.1'])
    assert.deepEqual(networks(['2001:db8::1', '[2001:db8::1]', '[2001:db8::2]:5000']), ['2001:db8:0:0::/64'])
    assert.equal(clientNetworkOf('[::ffff:192.0.2.1]:5000'), '192.0.2.1')
  })

  it('is one and the same where a proxy sends no address', () => {
    assert.deepEqual(networks(['unknown', '_hidden', '', '1.2.3', ':::', '1.2.3:80', '[]']), ['unknown'])
  })
})

describe('an address of this machine', () => {
  it('is one of 127.0.0.0/8 or ::1, however it is written', () => {
    const own = ['127.0.0.1', '127.9.9.9', '::ffff:127.0.0.1', '::1', '0:0:0:0:0:0:0:1']
    assert.deepEqual(own.map(clientNetworkOf).map(isLoopback), [true, true, true, true, true])
    assert.deepEqual(
      ['128.0.0.1', '10.0.0.1', '2001:db8::1', 'fe80::1', ''].map(clientNetworkOf).some(isLoopback),
      false,
    )
  })
})
