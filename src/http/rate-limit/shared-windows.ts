/** Sliding windows in Redis, shared by all instances: the rules of `sliding-windows.ts` in one script, by the clock of Redis. */

import type { Redis, Result } from 'ioredis'
import { type Counted, once, slotMsOf, type WindowSize } from './sliding-windows.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    sepetCount(key: string, size: SharedSize): Result<[isAccepted: 0 | 1, wait: number, now: number], Context>
    sepetUncount(key: string, slot: number, time: number): Result<0 | 1, Context>
  }
}

/** Size of a limit: window and slot in microseconds, lifetime of the key in milliseconds, and the limit. */
type SharedSize = [window: number, slot: number, ttl: number, limit: number]

const MICROS = 1_000
/** A key outlives its window by this time: Redis keeps its expiry in milliseconds, and times of requests in microseconds. */
const SPARE_MS = 1_000

/**
 * Counts a request, unless the limit is reached: returns whether it is accepted, the time until the next one would be, and the time.
 * `slots` alternates the time of a slot's last request and its count. When the clock has gone back, such as by a failover, the window
 * begins again: its requests would otherwise refuse a client for longer than a window. A refusal writes, too, so that a Redis that
 * accepts no writes answers nothing.
 */
const COUNT = `
local window, slot, limit = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local stored = redis.call('GET', KEYS[1])
local slots = stored and cmsgpack.unpack(stored) or {}
if #slots > 0 and slots[#slots - 1] > now then slots = {} end
local first, total = 1, 0
while first < #slots and slots[first] <= now - window do first = first + 2 end
if first > 1 then slots = {unpack(slots, first)} end
for i = 2, #slots, 2 do total = total + slots[i] end
if total >= limit then
  redis.call('SET', KEYS[1], stored, 'KEEPTTL')
  return {0, slots[1] + window - now, now}
end
local size = #slots
if slot > 0 and size > 0 and math.floor(slots[size - 1] / slot) == math.floor(now / slot) then
  slots[size - 1], slots[size] = now, slots[size] + 1
else
  slots[size + 1], slots[size + 2] = now, 1
end
redis.call('SET', KEYS[1], cmsgpack.pack(slots), 'PX', ARGV[3])
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
 */
export function createSharedWindows(
  redis: Redis,
  keyPrefix: string,
  size: WindowSize,
): (key: string) => Promise<Counted> {
  const sharedSize = sharedSizeOf(size)
  const [, slot] = sharedSize
  return async name => {
    const key = `${keyPrefix}:${name}`
    const [isAccepted, wait, now] = await redis.sepetCount(key, sharedSize)
    if (isAccepted === 0) return { isAccepted: false, waitMs: wait / MICROS }
    return { isAccepted: true, uncount: once(async () => void (await redis.sepetUncount(key, slot, now))) }
  }
}
