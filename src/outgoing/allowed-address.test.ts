/** Addresses that requests may go to: the whole space of IPv4 and IPv6, cut at the borders of the IANA registries. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isAllowed, type Network, parseNetwork } from './allowed-address.ts'

type Verdict = 'allowed' | 'refused' | 'as IPv4'
type Border = readonly [from: string, verdict: Verdict]

const ipv4Borders: readonly Border[] = [
  ['0.0.0.0', 'refused'],
  ['1.0.0.0', 'allowed'],
  ['10.0.0.0', 'refused'],
  ['11.0.0.0', 'allowed'],
  ['100.64.0.0', 'refused'],
  ['100.128.0.0', 'allowed'],
  ['127.0.0.0', 'refused'],
  ['128.0.0.0', 'allowed'],
  ['169.254.0.0', 'refused'],
  ['169.255.0.0', 'allowed'],
  ['172.16.0.0', 'refused'],
  ['172.32.0.0', 'allowed'],
  ['192.0.0.0', 'refused'],
  ['192.0.0.9', 'allowed'],
  ['192.0.0.11', 'refused'],
  ['192.0.1.0', 'allowed'],
  ['192.0.2.0', 'refused'],
  ['192.0.3.0', 'allowed'],
  ['192.88.99.0', 'refused'],
  ['192.88.100.0', 'allowed'],
  ['192.168.0.0', 'refused'],
  ['192.169.0.0', 'allowed'],
  ['198.18.0.0', 'refused'],
  ['198.20.0.0', 'allowed'],
  ['198.51.100.0', 'refused'],
  ['198.51.101.0', 'allowed'],
  ['203.0.113.0', 'refused'],
  ['203.0.114.0', 'allowed'],
  ['224.0.0.0', 'refused'],
]
const ipv6Borders: readonly Border[] = [
  ['0:0:0:0:0:0:0:0', 'refused'],
  ['0:0:0:0:0:0:0:2', 'as IPv4'],
  ['0:0:0:0:0:1:0:0', 'refused'],
  ['0:0:0:0:0:ffff:0:0', 'as IPv4'],
  ['0:0:0:0:1:0:0:0', 'refused'],
  ['64:ff9b:0:0:0:0:0:0', 'as IPv4'],
  ['64:ff9b:0:0:0:1:0:0', 'refused'],
  ['2000:0:0:0:0:0:0:0', 'allowed'],
  ['2001:0:0:0:0:0:0:0', 'as IPv4'],
  ['2001:1:0:0:0:0:0:0', 'refused'],
  ['2001:1:0:0:0:0:0:1', 'allowed'],
  ['2001:1:0:0:0:0:0:4', 'refused'],
  ['2001:3:0:0:0:0:0:0', 'allowed'],
  ['2001:4:0:0:0:0:0:0', 'refused'],
  ['2001:4:112:0:0:0:0:0', 'allowed'],
  ['2001:4:113:0:0:0:0:0', 'refused'],
  ['2001:20:0:0:0:0:0:0', 'allowed'],
  ['2001:40:0:0:0:0:0:0', 'refused'],
  ['2001:200:0:0:0:0:0:0', 'allowed'],
  ['2001:db8:0:0:0:0:0:0', 'refused'],
  ['2001:db9:0:0:0:0:0:0', 'allowed'],
  ['2002:0:0:0:0:0:0:0', 'as IPv4'],
  ['2003:0:0:0:0:0:0:0', 'allowed'],
  ['3fff:0:0:0:0:0:0:0', 'refused'],
  ['3fff:1000:0:0:0:0:0:0', 'allowed'],
  ['4000:0:0:0:0:0:0:0', 'refused'],
]

const numberOf = (text: string) =>
  text.includes(':')
    ? text.split(':').reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
    : text.split('.').reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
const textOf = (number: bigint, parts: number, bits: bigint, radix: number, separator: string) =>
  Array.from({ length: parts }, (_, index) => (number >> (BigInt(parts - 1 - index) * bits)) % 2n ** bits)
    .map(part => part.toString(radix))
    .join(separator)
const ipv4 = (number: bigint) => textOf(number, 4, 8n, 10, '.')
const ipv6 = (number: bigint) => textOf(number, 8, 16n, 16, ':')

/** The parts of a space between its borders, the last number of each included. */
function partsOf(borders: readonly Border[], end: bigint): { first: bigint; last: bigint; verdict: Verdict }[] {
  return borders.map(([from, verdict], index) => {
    const next = borders[index + 1]
    return { first: numberOf(from), last: (next ? numberOf(next[0]) : end) - 1n, verdict }
  })
}
const ipv4Parts = partsOf(ipv4Borders, 2n ** 32n)
const ipv6Parts = partsOf(ipv6Borders, 2n ** 128n)

/** Each part with the same weight, and its ends as often as all others. */
const inPart = <T extends { first: bigint; last: bigint }>(parts: T[]) =>
  fc.constantFrom(...parts).chain(part =>
    fc.record({
      part: fc.constant(part),
      number: fc.oneof(fc.constantFrom(part.first, part.last), fc.bigInt(part.first, part.last)),
    }),
  )
const publicIpv4 = inPart(ipv4Parts.filter(({ verdict }) => verdict === 'allowed')).map(({ number }) => number)
const refusedIpv4 = inPart(ipv4Parts.filter(({ verdict }) => verdict === 'refused')).map(({ number }) => number)

/** Every way in which an IPv6 address contains an IPv4 address. */
const embeddings: Record<string, (address: bigint, other: bigint) => bigint> = {
  'IPv4-mapped': address => 0xffffn * 2n ** 32n + address,
  NAT64: address => numberOf('64:ff9b:0:0:0:0:0:0') + address,
  '6to4': (address, other) => (0x2002n << 112n) + (address << 80n) + other,
  'Teredo server': (address, other) => (0x2001n << 112n) + (address << 64n) + (other ^ 0xffff_ffffn),
  'Teredo client': (address, other) => (0x2001n << 112n) + (other << 64n) + (address ^ 0xffff_ffffn),
}
const networks = (...texts: string[]) =>
  texts.map(text => {
    const network = parseNetwork(text)
    assert.ok(network, text)
    return network
  })
const none: Network[] = []

describe('isAllowed', () => {
  it('refuses what is no address, and addresses with a zone', () => {
    for (const text of [
      '',
      'localhost',
      '8.8.8',
      '8.8.8.8/32',
      '010.8.8.8',
      '[2600::1]',
      '2600::1%eth0',
      'fe80::1%1',
      '0x8080808',
    ]) {
      assert.equal(isAllowed(text, none), false, text)
    }
  })

  it('allows exactly the globally reachable addresses of IPv4, up to both ends of each block', () => {
    for (const { first, last, verdict } of ipv4Parts) {
      for (const number of [first, last])
        assert.equal(isAllowed(ipv4(number), none), verdict === 'allowed', ipv4(number))
    }
    fc.assert(
      fc.property(
        inPart(ipv4Parts),
        ({ part, number }) => isAllowed(ipv4(number), none) === (part.verdict === 'allowed'),
      ),
    )
  })

  it('allows exactly the globally reachable addresses of IPv6, up to both ends of each block', () => {
    const parts = ipv6Parts.filter(({ verdict }) => verdict !== 'as IPv4')
    for (const { first, last, verdict } of parts) {
      for (const number of [first, last])
        assert.equal(isAllowed(ipv6(number), none), verdict === 'allowed', ipv6(number))
    }
    fc.assert(
      fc.property(inPart(parts), ({ part, number }) => isAllowed(ipv6(number), none) === (part.verdict === 'allowed')),
    )
  })

  for (const [name, embed] of Object.entries(embeddings)) {
    it(`refuses every refused IPv4 address in an IPv6 address: ${name}`, () => {
      fc.assert(fc.property(refusedIpv4, publicIpv4, (address, other) => !isAllowed(ipv6(embed(address, other)), none)))
    })

    it(`allows public IPv4 addresses in an IPv6 address: ${name}`, () => {
      fc.assert(fc.property(publicIpv4, publicIpv4, (address, other) => isAllowed(ipv6(embed(address, other)), none)))
    })
  }

  it('judges IPv4-compatible addresses as IPv4, in both notations', () => {
    fc.assert(
      fc.property(refusedIpv4, address => !isAllowed(`::${ipv4(address)}`, none) && !isAllowed(ipv6(address), none)),
    )
    fc.assert(
      fc.property(publicIpv4, address => isAllowed(`::${ipv4(address)}`, none) && isAllowed(ipv6(address), none)),
    )
  })

  it('judges every notation of an address alike', () => {
    for (const text of ['::ffff:127.0.0.1', '::FFFF:7F00:1', '0:0:0:0:0:ffff:7f00:0001', '::1', '0::0001', 'FE80::1']) {
      assert.equal(isAllowed(text, none), false, text)
    }
    for (const text of ['2606:4700:4700::1111', '2606:4700:4700:0:0:0:0:1111', '::ffff:8.8.8.8']) {
      assert.equal(isAllowed(text, none), true, text)
    }
  })

  it('allows the networks of the setting, and no address beside them', () => {
    const allowed = networks('10.1.0.0/16', '127.0.0.1', 'fd00:1::/32', '::1')
    for (const text of [
      '10.1.0.0',
      '10.1.255.255',
      '127.0.0.1',
      'fd00:1::',
      'fd00:1:ffff::1',
      '::1',
      '::ffff:10.1.2.3',
    ]) {
      assert.equal(isAllowed(text, allowed), true, text)
    }
    for (const text of ['10.0.255.255', '10.2.0.0', '127.0.0.2', 'fd00::1', 'fd00:2::', '::', '::ffff:10.2.0.0']) {
      assert.equal(isAllowed(text, allowed), false, text)
    }
    assert.equal(isAllowed('8.8.8.8', allowed), true)
  })

  it('allows no loopback of IPv6 where all of IPv4 is allowed', () => {
    const allowed = networks('0.0.0.0/0')
    assert.deepEqual(
      ['::1', '::', '::ffff:127.0.0.1'].map(text => isAllowed(text, allowed)),
      [false, false, true],
    )
  })

  it('allows no IPv4 address in an IPv6 address where all of IPv6 is allowed', () => {
    const allowed = networks('::/0', '2000::/3', '::/64')
    for (const embed of Object.values(embeddings)) {
      fc.assert(
        fc.property(refusedIpv4, publicIpv4, (address, other) => !isAllowed(ipv6(embed(address, other)), allowed)),
      )
    }
    assert.deepEqual(
      ['::127.0.0.1', '::1', 'fd00::1', '127.0.0.1'].map(text => isAllowed(text, allowed)),
      [false, true, true, false],
    )
  })

  it('requires that both addresses of a Teredo address are allowed', () => {
    const [server, client] = [numberOf('8.8.8.8'), numberOf('10.0.0.1')]
    const address = ipv6((0x2001n << 112n) + (server << 64n) + (client ^ 0xffff_ffffn))
    assert.deepEqual(
      [none, networks('10.0.0.0/8')].map(allowed => isAllowed(address, allowed)),
      [false, true],
    )
  })
})

describe('parseNetwork', () => {
  it('returns undefined for what is no network', () => {
    for (const text of [
      '',
      '/',
      '10.0.0.0/',
      '10.0.0.0/33',
      '10.0.0.0/08',
      '10.0.0.0/-1',
      '10.0.0.0/8/8',
      'fd00::/129',
      'localhost',
      'fe80::1%eth0',
      'fe80::%eth0/10',
      '10/8',
      ' 10.0.0.0/8',
    ]) {
      assert.equal(parseNetwork(text), undefined, text)
    }
  })

  it('returns undefined for an address with bits after the prefix', () => {
    for (const text of ['10.1.0.0/8', '10.0.0.1/31', 'fd00::1/127', '128.0.0.0/0'])
      assert.equal(parseNetwork(text), undefined, text)
  })

  it('returns undefined for IPv4 in the notation of IPv6', () => {
    for (const text of ['::ffff:10.0.0.0/104', '::10.0.0.0/104', '64:ff9b::a00:0/104', '2002:a00::/24', '2001::/32'])
      assert.equal(parseNetwork(text), undefined, text)
  })

  it('parses networks and single addresses', () => {
    for (const text of ['0.0.0.0/0', '10.0.0.0/8', '10.0.0.1/32', '10.0.0.1', '::1', '::1/128', 'fd00::/8'])
      assert.ok(parseNetwork(text), text)
  })
})
