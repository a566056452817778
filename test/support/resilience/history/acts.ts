/**
 * Requests as the steps that they are documented to take: an add is one step, every other write is a write and a later
 * read.
 */

import { added, type Deed, isCancelled, isListed, merged, type Owner, seen, type World, written } from './model.ts'

/** The result of a request. */
export interface Outcome {
  status: number
  /** The cart in the response, as `showCart` formats it; empty for a refusal. */
  shown: string
  /** The id of the line that an add has changed. */
  affected: string
}

/** A request of an actor, with the times at which it was sent and answered in milliseconds of one clock. */
export interface Act {
  owner: Owner
  deed: Deed
  began: number
  ended: number
  outcome: Outcome
}

/** The next step of a request; `over` after the last one. */
export type Stage = 'begin' | 'choose' | 'answer' | 'refuse' | 'over'

/** The state after a step. */
export interface Moved {
  world: World
  stage: Stage
}

/** Takes one step of a request. @returns undefined when the response contradicts the step */
export function advance(world: World, act: Act, stage: Stage): Moved | undefined {
  switch (stage) {
    case 'begin':
      return begin(world, act)
    case 'choose':
      return { world: write(world, act), stage: 'answer' }
    case 'answer':
      return answers(world, act) ? { world, stage: 'over' } : undefined
    case 'refuse':
      return refuses(world, act) ? { world, stage: 'over' } : undefined
    case 'over':
      return undefined
  }
}

/** Takes the first step of a request. */
function begin(world: World, act: Act): Moved | undefined {
  const { owner, deed } = act
  switch (deed.kind) {
    case 'read':
      return advance(world, act, 'answer')
    case 'add':
      return add(world, act, deed)
    case 'set':
    case 'note':
    case 'drop': {
      const isOwn = world[owner].lines.some(({ id }) => id === deed.id)
      return isOwn ? { world: write(world, act), stage: 'answer' } : { world, stage: 'refuse' }
    }
    case 'empty':
    case 'coupon':
      return { world: write(world, act), stage: 'answer' }
    case 'campaign': {
      if (deed.id === null) return { world: write(world, act), stage: 'answer' }
      return { world, stage: isListed(world[owner], deed.id) ? 'choose' : 'refuse' }
    }
    case 'merge': {
      const isElsewhere = world.mergedInto !== null && world.mergedInto !== owner
      return isElsewhere ? { world, stage: 'refuse' } : { world: merged(world, owner), stage: 'answer' }
    }
  }
}

/** Takes the only step of an add; the response must show the cart at this moment. */
function add(world: World, { owner, outcome }: Act, deed: Extract<Deed, { kind: 'add' }>): Moved | undefined {
  const over = (result: World): Moved => ({ world: result, stage: 'over' })
  if (isCancelled(world, owner)) return outcome.status === 401 ? over(world) : undefined
  const cart = added(world[owner], deed.item, deed.quantity, outcome.affected)
  if (!cart) return outcome.status === 422 ? over(world) : undefined
  const names = cart.lines.some(({ id, item }) => id === outcome.affected && item === deed.item)
  if (outcome.status !== 201 || !names || outcome.shown !== seen(cart)) return undefined
  return over({ ...world, [owner]: cart })
}

/** Takes the write of any request but an add. */
function write(world: World, { owner, deed }: Act): World {
  return isCancelled(world, owner) ? world : { ...world, [owner]: written(world[owner], deed) }
}

/** Whether the response of a request matches the cart at this moment. */
function answers(world: World, { owner, outcome }: Act): boolean {
  if (isCancelled(world, owner)) return outcome.status === 401
  return outcome.status === 200 && outcome.shown === seen(world[owner])
}

/** Whether the response is the expected refusal. */
function refuses(world: World, { owner, deed, outcome }: Act): boolean {
  if (isCancelled(world, owner)) return outcome.status === 401
  return outcome.status === ('id' in deed && deed.kind !== 'campaign' ? 404 : 422)
}
