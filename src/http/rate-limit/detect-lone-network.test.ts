/** Detection of a proxy that is not trusted. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { detectLoneNetwork } from './detect-lone-network.ts'

function reportsOf(networks: string[]): string[] {
  const reports: string[] = []
  const note = detectLoneNetwork(network => reports.push(network))
  for (const network of networks) note(network)
  return reports
}

const times = (count: number, network: string) => Array.from({ length: count }, () => network)

describe('detectLoneNetwork', () => {
  it('reports a loopback or private network once, when it has sent the first hundred requests', () => {
    for (const network of ['127.0.0.1', '10.1.2.3', '172.17.0.1', '192.168.0.9', '0:0:0:0::/64', 'fd00:0:0:1::/64']) {
      assert.deepEqual(reportsOf(times(99, network)), [])
      assert.deepEqual(reportsOf(times(500, network)), [network])
    }
  })

  it('reports no network that is public, or not alone', () => {
    for (const network of ['203.0.113.9', '2001:db8:0:1::/64', 'unknown'])
      assert.deepEqual(reportsOf(times(500, network)), [])
    assert.deepEqual(reportsOf([...times(99, '10.0.0.1'), '10.0.0.2', ...times(500, '10.0.0.1')]), [])
  })
})
