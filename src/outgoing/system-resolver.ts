/** Resolves names by the hosts file, then by the name servers of the system. */

import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Resolves a name. The signal ends it.
 * @returns its IPv4 and IPv6 addresses, in the order in which they should be tried; rejects, or is empty, for a name without addresses
 */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>

/** Where names are looked up. */
export interface NameSources {
  /** Path of the hosts file. */
  hostsFile: string
  /** Addresses of name servers, with ports; those of the system unless stated. */
  servers?: readonly string[]
}

const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'
/** Time of one question to one name server, and how often it is asked. */
const QUESTION = { timeout: 2_000, tries: 3 }
/** Time for the second family after the first one (RFC 8305 section 3): some name servers never answer questions for IPv6. */
const SECOND_FAMILY_MS = 50

/** Resolves names as the system is configured, without its search domains. */
export const systemResolver: Resolve = createResolver({ hostsFile: HOSTS_FILE })

/**
 * Creates a resolver without a cache. It asks name servers by sockets of its own: `dns.lookup` has two threads for all
 * names of the process, and names whose servers hang would take both from every other name.
 */
export function createResolver({ hostsFile, servers }: NameSources): Resolve {
  return async (host, signal) => {
    const listed = addressesIn(await readFile(hostsFile, 'utf8').catch(() => ''), host)
    if (listed.length > 0) return listed
    signal.throwIfAborted()
    const resolver = new Resolver(QUESTION)
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return await askBothFamilies(resolver, host)
    } finally {
      signal.removeEventListener('abort', cancel)
      cancel()
    }
  }
}

/** @returns the addresses of both families, or of the first one where the other does not answer @throws AggregateError without any */
async function askBothFamilies(resolver: Resolver, host: string): Promise<string[]> {
  const addresses: string[] = []
  const add = (found: readonly string[]) => void addresses.push(...found)
  const families = [resolver.resolve4(host).then(add), resolver.resolve6(host).then(add)]
  await Promise.any(families)
  await Promise.race([Promise.allSettled(families), sleep(SECOND_FAMILY_MS, undefined, { ref: false })])
  return [...addresses]
}

/** @returns the addresses of a name in the text of a hosts file: lines of an address and its names, with comments after `#` */
function addressesIn(text: string, host: string): string[] {
  const name = host.toLowerCase().replace(/\.$/, '')
  return text.split('\n').flatMap(line => {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return address && names.some(each => each.toLowerCase() === name) ? [address] : []
  })
}
