/** Formats a history for a failure message, in the order in which requests were sent. */

import type { Act, Outcome } from './actions.ts'

/** @returns one line for each request: times, actor, owner, content, status, cart and stocks */
export function showHistory(actors: Act[][]): string {
  const acts = actors.flatMap((each, actor) => each.map(act => ({ ...act, actor })))
  const start = Math.min(...acts.map(({ began }) => began))
  const time = (at: number) => (at - start).toFixed(1).padStart(7)
  return acts
    .sort((a, b) => a.began - b.began)
    .map(({ actor, owner, action, began, ended, outcome }) => {
      const { kind, ...rest } = action
      const details = Object.entries(rest).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
      const asked = [`${actor + 1} ${owner}`.padEnd(9), kind, ...details].join(' ')
      return `${time(began)} –${time(ended)} ms  ${asked} → ${outcome.status} ${outcome.shown}${showStocks(outcome)}`
    })
    .join('\n')
}

function showStocks({ stocks, short, isOverStock }: Outcome): string {
  const shown = { ...(stocks && { stocks }), ...(short && { short }), ...(isOverStock && { isOverStock }) }
  return Object.keys(shown).length > 0 ? ` ${JSON.stringify(shown)}` : ''
}
