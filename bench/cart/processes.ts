/** Processor time by part of an installation, from /proc of Linux. */

import { readdirSync, readFileSync } from 'node:fs'
import { cpuSeconds } from './servers.ts'

/** Seconds of processor time of all processes of each part. */
export interface CpuSeconds {
  sepet: number
  postgres: number
  redis: number
}

/**
 * @returns the processor time of a server with its workers, and of every PostgreSQL and Redis process of this machine
 */
export function cpuByPart(server: { pid: number }): CpuSeconds {
  const sums = { sepet: 0, postgres: 0, redis: 0 }
  for (const { pid, parent, name } of processes()) {
    const part = partOf(name, server.pid === pid || server.pid === parent)
    if (part) sums[part] += cpuSeconds({ pid }) || 0
  }
  return sums
}

/** @returns the ids of the child processes of a process */
export function childrenOf(parent: number): number[] {
  return processes()
    .filter(each => each.parent === parent)
    .map(({ pid }) => pid)
}

/** @returns the part of the installation to which a process belongs; undefined for other processes */
function partOf(name: string, isServer: boolean): keyof CpuSeconds | undefined {
  if (isServer) return 'sepet'
  return name.startsWith('postgres') ? 'postgres' : name.startsWith('redis') ? 'redis' : undefined
}

/** @returns all processes of this machine, with parent and name */
function processes() {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        const [, name = '', parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        return [{ pid: Number(pid), name, parent: Number(parent) }]
      } catch {
        // The process has ended meanwhile.
        return []
      }
    })
}
