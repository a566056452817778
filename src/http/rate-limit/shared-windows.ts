/** Sliding windows in Redis, shared by all instances: the rules of `sliding-windows.ts` in one script, by the clock of Redis. */

import type { Redis, Result } from 'ioredis'
import { siteKeyOf } from './network-keys.ts'
import { siteSizeOf } from './network-windows.ts'
import { type Counted, once, slotMsOf, type WindowSize } from './sliding-windows.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    sepetCount(key: string, size: SharedSize): Result<Decision, Context>
    sepetCountBoth(keys: [string, string], size: SharedSize, siteSize: SharedSize): Result<Decision, Context>
    sepetUncount(key: string, slot: number, time: number): Result<0 | 1, Context>
  }
}

type Decision = [isAccepted: 0 | 1, wait: number, now: number]

/** Size of a limit: window and slot in microseconds, lifetime of the key in milliseconds, and the limit. */
type SharedSize = [window: number, slot: number, ttl: number, limit: number]

const MICROS = 1_000
/** A key outlives its window by this time: Redis keeps its expiry in milliseconds, and times of requests in microseconds. */
const SPARE_MS = 1_000

/**
 * Counts a request for each key, unless the limit of one is reached: returns whether it is accepted, the time until the next one would be, and
 * the time. Each key has four arguments, its size. `slots` alternates the time of a slot's last request and its count. When the clock has gone
 * back, such as by a failover, the window begins again: its requests would otherwise refuse a client for longer than a window. A refusal
 * writes, too, so that a Redis that accepts no writes answers nothing.
 */
const COUNT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local windows, wait = {}, 0
for k = 1, #KEYS do
  local window, limit = tonumber(ARGV[4 * k - 3]), tonumber(ARGV[4 * k])
  local stored = redis.call('GET', KEYS[k])
  local slots = stored and cmsgpack.unpack(stored) or {}
  if #slots > 0 and slots[#slots - 1] > now then slots = {} end
  local first, total = 1, 0
  while first < #slots and slots[first] <= now - window do first = first + 2 end
  if first > 1 then slots = {unpack(slots, first)} end
  for i = 2, #slots, 2 do total = total + slots[i] end
  if total >= limit then
    redis.call('SET', KEYS[k], stored, 'KEEPTTL')
    wait = math.max(wait, slots[1] + window - now)
  end
  windows[k] = slots
end
if wait > 0 then return {0, wait, now} end
for k = 1, #KEYS do
  local slots, slot = windows[k], tonumber(ARGV[4 * k - 2])
  local size = #slots
  if slot > 0 and size > 0 and math.floor(slots[size - 1] / slot) == math.floor(now / slot) then
    slots[size - 1], slots[size] = now, slots[size] + 1
  else
    slots[size + 1], slots[size + 2] = now, 1
  end
  redis.call('SET', KEYS[k], cmsgpack.pack(slots), 'PX', ARGV[4 * k - 1])
end
return {1, 0, now}`

/** Takes back one request of the slot `ARGV[1]` long that has the time `ARGV[2]`: returns whether the window still has it. */
const UNCOUNT = `
local slot, time = tonumber(ARGV[1]), tonumber(ARGV[2])
local stored = redis.call('GET', KEYS[1])
local slots = stored and cmsgpack.unpack(stored) or {}
for i = 1, #slots, 2 do
  if slots[i] == time or slot > 0 and math.floor(slots[i] / slot) == math.floor(time / slot) then
    slots[i + 1] = slots[i + 1] - 1
    if slots[i + 1] == 0 then
      table.remove(slots, i)
      table.remove(slots, i)
    end
    if #slots == 0 then redis.call('DEL', KEYS[1])
    else redis.call('SET', KEYS[1], cmsgpack.pack(slots), 'KEEPTTL') end
    return 1
  end
end
return 0`

/** Defines the commands on a connection. */
export function defineWindowCommands(redis: Redis): void {
  redis.defineCommand('sepetCount', { numberOfKeys: 1, lua: COUNT })
  redis.defineCommand('sepetCountBoth', { numberOfKeys: 2, lua: COUNT })
  redis.defineCommand('sepetUncount', { numberOfKeys: 1, lua: UNCOUNT })
}

/** Converts the size of a limit into the units of Redis. */
export function sharedSizeOf(size: WindowSize): SharedSize {
  const { limit, windowMs } = size
  return [windowMs * MICROS, slotMsOf(size) * MICROS, windowMs + SPARE_MS, limit]
}

/**
 * Creates the counter of a limit.
 * @param redis a connection with the commands
 * @param keyPrefix begins the keys of the limit
 * @param size with `siteFactor`, a key that names an IPv6 network counts for its site, too
 */
export function createSharedWindows(
  redis: Redis,
  keyPrefix: string,
  size: WindowSize & { siteFactor?: number },
): (key: string) => Promise<Counted> {
  const { siteFactor = 0 } = size
  const network = sharedSizeOf(size)
  const ofSite = sharedSizeOf(siteSizeOf({ ...size, siteFactor }))
  const uncount = ([, slot]: SharedSize, key: string, now: number) => redis.sepetUncount(key, slot, now)
  return async name => {
    const site = siteFactor > 0 ? siteKeyOf(name) : undefined
    if (site === undefined) {
      const key = `${keyPrefix}:${name}`
      return countedBy(await redis.sepetCount(key, network), now => uncount(network, key, now))
    }
    // The braces put both keys on one node of a Redis cluster.
    const [siteKey, key] = [`${keyPrefix}:{${site}}`, `${keyPrefix}:{${site}}:${name}`]
    const decision = await redis.sepetCountBoth([key, siteKey], network, ofSite)
    return countedBy(decision, now => Promise.all([uncount(network, key, now), uncount(ofSite, siteKey, now)]))
  }
}

function countedBy([isAccepted, wait, now]: Decision, uncount: (now: number) => Promise<unknown>): Counted {
  if (isAccepted === 0) return { isAccepted: false, waitMs: wait / MICROS }
  return { isAccepted: true, uncount: once(async () => void (await uncount(now))) }
}
