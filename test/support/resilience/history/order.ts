/**
 * Looks for a serial order that explains a history. Acts keep their actor's order and real time: what was answered before
 * something else was sent comes before it. An act's steps may have steps of others between them; each step is atomic.
 * This is the search of Wing and Gong (Testing and Verifying Concurrent Objects, 1993) with the memory of dead ends that
 * Lowe added to it (Testing for Linearizability, 2017).
 */

import { type Act, advance, type Stage } from './acts.ts'
import { beginning, type World } from './model.ts'

/** Where one actor is: which act is next, and how far into it. */
interface Position {
  next: number
  stage: Stage
}

interface Situation {
  world: World
  positions: Position[]
}

/** Whether some order explains every answer of every actor. @param actors the acts of each, in the order it did them */
export function isExplained(actors: Act[][]): boolean {
  const seen = new Set<string>()
  const open: Situation[] = [{ world: beginning, positions: actors.map(() => ({ next: 0, stage: 'begin' })) }]
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

function step(actors: Act[][], { world, positions }: Situation, actor: number): Situation | undefined {
  const position = positions[actor]
  const act = position && actors[actor]?.[position.next]
  if (!act || (position.stage === 'begin' && mustWait(actors, positions, act))) return undefined
  const moved = advance(world, act, position.stage)
  if (!moved) return undefined
  const over = moved.stage === 'over'
  const reached: Position = over
    ? { next: position.next + 1, stage: 'begin' }
    : { next: position.next, stage: moved.stage }
  return { world: moved.world, positions: positions.with(actor, reached) }
}

/** Whether something that has not taken place yet was answered before this act was sent. */
function mustWait(actors: Act[][], positions: Position[], { began }: Act): boolean {
  return positions.some(({ next }, actor) => (actors[actor]?.[next]?.ended ?? Number.POSITIVE_INFINITY) < began)
}
