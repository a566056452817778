/** Sliding windows in the memory of this process: the times of the requests of each key that were accepted within the window. */

/** A limit: accepted requests of a key within any window. */
export interface WindowSize {
  limit: number
  windowMs: number
}

/** A request that is accepted and counts, or one that is refused and does not. */
export type Counted = Accepted | Refused

/** An accepted request. */
export interface Accepted {
  isAccepted: true
  /** Takes the request back; a second call has no effect. The times of other requests in its slot stay. */
  uncount(): void | Promise<void>
}

/** A refused request. */
export interface Refused {
  isAccepted: false
  /** Milliseconds until the key is below its limit, if nothing more is counted. */
  waitMs: number
}

/** Counts requests per key. */
export interface SlidingWindows {
  /** Counts one request of a key, unless the limit is reached. */
  count(key: string): Counted
  /** Returns the milliseconds until the key is below its limit; 0 where it is. */
  waitMs(key: string): number
  /** Adds a weight to a key, whatever its limit. */
  weigh(key: string, weight: number): void
  /** Numbers of the keys and slots in memory. */
  size(): { keys: number; slots: number }
}

/**
 * Accepted requests of a key, in slots that leave the window as a whole: alternates the time of a slot's last request and its count.
 * Numbers alone take a third of the memory of objects.
 */
type Slots = number[]

/** Largest number of requests that are counted one by one, and of slots per window for the larger limits. */
export const MAX_SLOTS = 60
/** Keys that each request examines: memory has at most SWEPT / (SWEPT - 1) times the keys of one window. */
const SWEPT = 4

/**
 * Returns the length of a slot in milliseconds; 0 for limits up to 60, whose requests have a slot each. Larger limits count the requests
 * of a sixtieth of the window together. They leave with the last of them, so no limit is ever exceeded, and memory has a bound.
 */
export function slotMsOf({ limit, windowMs }: WindowSize): number {
  return limit > MAX_SLOTS ? windowMs / MAX_SLOTS : 0
}

/**
 * Creates a counter. It needs no timer: each request examines a few keys in turn and deletes those whose window has ended, so that
 * memory has the keys of one window and at most a third more.
 * @param now milliseconds of a monotonic clock
 */
export function createSlidingWindows(size: WindowSize, now: () => number): SlidingWindows {
  const { limit, windowMs } = size
  const slotMs = slotMsOf(size)
  const windows = new Map<string, Slots>()
  let cursor = windows.entries()

  function sweep(time: number): void {
    for (let n = 0; n < SWEPT; n++) {
      const { value, done } = cursor.next()
      if (done) cursor = windows.entries()
      else if ((value[1].at(-2) as number) + windowMs <= time) windows.delete(value[0])
    }
  }

  function uncount(key: string, time: number): void {
    const slots = windows.get(key) ?? []
    removeRequest(slots, time, slotMs)
    if (slots.length === 0) windows.delete(key)
  }

  const livingOf = (key: string, time: number) => livingSlots(windows.get(key) ?? [], time - windowMs)

  function waitOf(slots: Slots, time: number): number {
    const excess = totalOf(slots) - limit
    return excess < 0 ? 0 : endOfExcess(slots, excess) + windowMs - time
  }

  return {
    waitMs(key) {
      const time = now()
      return waitOf(livingOf(key, time), time)
    },
    count(key) {
      const time = now()
      sweep(time)
      const slots = livingOf(key, time)
      const waitMs = waitOf(slots, time)
      if (waitMs > 0) return { isAccepted: false, waitMs }
      windows.set(key, addRequests(slots, { time, count: 1 }, slotMs))
      return { isAccepted: true, uncount: once(() => uncount(key, time)) }
    },
    weigh(key, weight) {
      const time = now()
      sweep(time)
      windows.set(key, addRequests(livingOf(key, time), { time, count: weight }, slotMs))
    },
    size: () => ({ keys: windows.size, slots: [...windows.values()].flat().length / 2 }),
  }
}

/** Returns a function that runs `work` at its first call alone. */
export function once<T>(work: () => T): () => T | undefined {
  let isDone = false
  return () => {
    if (isDone) return undefined
    isDone = true
    return work()
  }
}

/** Returns the slots whose last request is later than `since`. */
function livingSlots(slots: Slots, since: number): Slots {
  let first = 0
  while (first < slots.length && (slots[first] as number) <= since) first += 2
  return first === 0 ? slots : slots.slice(first)
}

function totalOf(slots: Slots): number {
  let total = 0
  for (let n = 1; n < slots.length; n += 2) total += slots[n] as number
  return total
}

/** Returns the time of the slot with whose end the total falls below the limit. @param excess by how much the total exceeds it */
function endOfExcess(slots: Slots, excess: number): number {
  let [n, left] = [0, excess]
  while (left >= (slots[n + 1] as number)) {
    left -= slots[n + 1] as number
    n += 2
  }
  return slots[n] as number
}

/** Adds requests to the last slot, or as a new one. @returns the slots with them */
function addRequests(slots: Slots, { time, count }: { time: number; count: number }, slotMs: number): Slots {
  const last = slots.length - 2
  // A concatenation has space for its slots alone; `push` would make space for 16 numbers more.
  if (slotMs === 0 || last < 0 || !isSameSlot(slots[last] as number, time, slotMs)) return slots.concat(time, count)
  slots[last] = time
  slots[last + 1] = (slots[last + 1] as number) + count
  return slots
}

/** Removes one request of a time from its slot, if the slot is still there. */
function removeRequest(slots: Slots, time: number, slotMs: number): void {
  const index = slots.findIndex((each, n) => n % 2 === 0 && isSameSlot(each, time, slotMs))
  if (index < 0) return
  const count = (slots[index + 1] as number) - 1
  if (count > 0) slots[index + 1] = count
  else slots.splice(index, 2)
}

function isSameSlot(one: number, two: number, slotMs: number): boolean {
  return slotMs === 0 ? one === two : Math.floor(one / slotMs) === Math.floor(two / slotMs)
}
