/** Client networks of addresses, by which rate limits count. */

import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { clientNetworkOf, createClientNetworks, isLoopback, trustedProxies } from './client-network.ts'

const networks = (addresses: string[]) => [...new Set(addresses.map(clientNetworkOf))]

describe('clientNetworkOf', () => {
  it('returns each IPv4 address as its own network, in every spelling', () => {
    const spellings = ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:0201', '0:0:0:0:0:ffff:192.0.2.1']
    assert.deepEqual(networks(spellings), ['192.0.2.1'])
    assert.deepEqual(networks(['192.0.2.1', '192.0.2.2', '::ffff:192.0.2.3']).length, 3)
  })

  it('returns the /64 network of an IPv6 address, in every spelling', () => {
    const spellings = ['2001:db8::1', '2001:DB8:0:0:0:0:0:2', '2001:0db8::ffff:192.0.2.1', '2001:db8::3%eth0']
    assert.deepEqual(networks(spellings), ['2001:db8:0:0::/64'])
    assert.deepEqual(networks(['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db9::1', '::1']).length, 4)
    assert.equal(clientNetworkOf('fe80::1:2:3:4%en0'), 'fe80:0:0:0::/64')
    assert.equal(clientNetworkOf('1:2:3:4:5:6:7:8'), '1:2:3:4::/64')
    assert.deepEqual(networks(['::8.8.8.8', '::808:808', '0:0:0:0:0:0:8.8.8.8']), ['0:0:0:0::/64'])
  })

  it('ignores a port that a proxy adds', () => {
    assert.deepEqual(networks(['192.0.2.1', '192.0.2.1:5000', '192.0.2.1:5001']), ['192.0.2.1'])
    assert.deepEqual(networks(['2001:db8::1', '[2001:db8::1]', '[2001:db8::2]:5000']), ['2001:db8:0:0::/64'])
    assert.equal(clientNetworkOf('[::ffff:192.0.2.1]:5000'), '192.0.2.1')
  })

  it('returns `unknown` for a text that is not an address', () => {
    assert.deepEqual(networks(['unknown', '_hidden', '', '1.2.3', ':::', '1.2.3:80', '[]']), ['unknown'])
  })
})

describe('isLoopback', () => {
  it('is true for 127.0.0.0/8 and ::1 only, in every spelling', () => {
    const own = ['127.0.0.1', '127.9.9.9', '::ffff:127.0.0.1', '::1', '0:0:0:0:0:0:0:1']
    assert.deepEqual(own.map(clientNetworkOf).map(isLoopback), [true, true, true, true, true])
    assert.deepEqual(
      ['128.0.0.1', '10.0.0.1', '2001:db8::1', 'fe80::1', ''].map(clientNetworkOf).some(isLoopback),
      false,
    )
  })
})

describe('the networks of a connection that its peer has reset, whose address the system tells no more', () => {
  for (const proxies of [0, 1, 2, ['10.0.0.0/8'], ['10.0.0.1', '::1']]) {
    it(`are known with TRUST_PROXY ${proxies}`, () => {
      const { ofPeer, ofRequest } = createClientNetworks(trustedProxies(proxies))
      const request = new IncomingMessage(new Socket())
      assert.equal(ofPeer(request.socket), 'unknown')
      for (const forwarded of [undefined, '', ',', 'x', '192.0.2.1', '192.0.2.1, 192.0.2.2']) {
        if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
        assert.ok(['unknown', '192.0.2.1', '192.0.2.2'].includes(ofRequest(request)), String(forwarded))
      }
    })
  }
})
