/**
 * Searches for a serial order that explains a history. Requests keep the order of their actor and of real time: a
 * request that was answered before another was sent comes first. Steps of other requests may come between the steps of
 * a request; each step is atomic.
 * This is the search of Wing and Gong (Testing and Verifying Concurrent Objects, 1993) with the cache of dead ends that
 * Lowe added (Testing for Linearizability, 2017).
 */

import { type Act, advance, type Stage } from './actions.ts'
import { beginning, type State } from './model.ts'

/** The position of an actor: the next request, and its next step. */
interface Position {
  next: number
  stage: Stage
}

/** A state of the search: the carts, and the position of each actor. */
interface Situation {
  state: State
  positions: Position[]
}

/**
 * @param actors the requests of each actor, in order
 * @param stock the stored stocks before the first request; null while the stock guard does not count
 * @returns whether some serial order explains every response
 */
export function isExplained(actors: Act[][], stock: State['stock'] = null): boolean {
  const seen = new Set<string>()
  const open: Situation[] = [
    { state: { ...beginning, stock }, positions: actors.map(() => ({ next: 0, stage: 'begin' })) },
  ]
  for (let situation = open.pop(); situation; situation = open.pop()) {
    if (situation.positions.every(({ next }, actor) => next === actors[actor]?.length)) return true
    const key = JSON.stringify(situation)
    if (seen.has(key)) continue
    seen.add(key)
    for (let actor = 0; actor < actors.length; actor++) {
      const following = step(actors, situation, actor)
      if (following) open.push(following)
    }
  }
  return false
}

/** Takes the next step of an actor. @returns undefined when it is not possible here */
function step(actors: Act[][], { state, positions }: Situation, actor: number): Situation | undefined {
  const position = positions[actor]
  const act = position && actors[actor]?.[position.next]
  if (!act || (position.stage === 'begin' && mustWait(actors, positions, act))) return undefined
  const moved = advance(state, act, position.stage)
  if (!moved) return undefined
  const over = moved.stage === 'over'
  const reached: Position = over
    ? { next: position.next + 1, stage: 'begin' }
    : { next: position.next, stage: moved.stage }
  return { state: moved.state, positions: positions.with(actor, reached) }
}

/** Whether a request that has not begun in this order was answered before this request was sent. */
function mustWait(actors: Act[][], positions: Position[], { began }: Act): boolean {
  return positions.some(({ next }, actor) => (actors[actor]?.[next]?.ended ?? Number.POSITIVE_INFINITY) < began)
}
