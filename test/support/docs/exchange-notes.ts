/** Notes of requests and answers for a page of the docs: only the parts that the page shows, with the values of a run replaced by names. */

import type { Exchange, Exchanges } from '../../../tools/docs/app-requests.ts'
import type { Answer, Call, TestService } from '../service/service.ts'

/** A request, and the members of its answer's body that are shown, by paths such as `errors.*.code`; all of them by default. */
export interface NotedCall extends Call {
  show?: string[]
}

/** The headers of answers that are shown. */
const HEADERS = ['ETag', 'Idempotency-Replayed', 'Location', 'Retry-After', 'Set-Cookie']

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g
/** The first time of requests that belong together. */
const FIRST_INSTANT = Date.parse('2026-11-22T09:00:00Z')

/** Creates the notes of requests that belong together: a value that is in several of them has one name. */
export function createExchangeNotes() {
  const exchanges: Exchanges = {}
  const names = new Map<string, string>()
  const nameInTurn = (kind: string, value: string) => {
    const named = [...names.values()].filter(name => name.startsWith(`<${kind} `))
    if (!names.has(value)) names.set(value, `<${kind} ${named.length + 1}>`)
  }
  const nameValuesOf = ({ headers, text }: Answer) => {
    const [, tag] = /"(.+)"/.exec(headers.get('etag') ?? '') ?? []
    if (tag !== undefined) nameInTurn('tag', tag)
    for (const [, id = ''] of text.matchAll(/"cart-items","id":"([^"]+)"/g)) nameInTurn('line', id)
    const [, link] = /handoff\?t=([\w.-]+)/.exec(text) ?? []
    if (link !== undefined) names.set(link, '<link token>')
  }
  return {
    /** Names a value of the run, such as a token. */
    name: (value: string, shown: string) => names.set(value, shown),

    /** Sends a request, and notes it with its answer under the name of its place on the page. */
    async send(service: TestService, place: string, method: string, path: string, { show, ...call }: NotedCall = {}) {
      const answer = await service.call(method, path, call)
      nameValuesOf(answer)
      exchanges[place] = exchangeOf({ method, path, call, answer, show })
      return answer
    },

    /** Everything that was sent, with names in place of the values of this run. */
    exchanges(): Exchanges {
      const longestFirst = [...names].sort(([a], [b]) => b.length - a.length)
      const named = longestFirst.reduce(
        (text, [value, name]) => text.replaceAll(value, name),
        JSON.stringify(exchanges),
      )
      const [first = ''] = named.match(INSTANT) ?? []
      const stable = named
        .replaceAll(INSTANT, each => shownInstant(each, first))
        .replace(/(sepet_session=)[^;]+/g, '$1<session>')
        .replace(/("Retry-After":")\d+/g, '$142')
      return JSON.parse(stable)
    },
  }
}

/** Returns a time as it is shown: as many minutes after the first one as it is. */
function shownInstant(instant: string, first: string): string {
  const minutes = Math.round((Date.parse(instant) - Date.parse(first)) / 60_000)
  return new Date(FIRST_INSTANT + minutes * 60_000).toISOString()
}

interface Sent {
  method: string
  path: string
  call: Call
  answer: Answer
  show: string[] | undefined
}

function exchangeOf({ method, path, call, answer, show }: Sent): Exchange {
  const { token, headers = {}, body } = call
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const shownHeaders = HEADERS.map(name => [name, answer.headers.get(name)] as const).filter(
    ([, value]) => value !== null,
  )
  const shownBody = show === undefined ? answer.json : pick(answer.json, show)
  return {
    request: { method, path, headers: { ...authorization, ...headers }, ...(body !== undefined && { body }) },
    answer: {
      status: answer.status,
      headers: Object.fromEntries(shownHeaders) as Record<string, string>,
      ...(shownBody !== undefined && { body: shownBody }),
    },
  }
}

/** Returns the members of a JSON value that paths name, of lists by `*`. A member that is absent is left out. */
function pick(value: unknown, paths: string[]): unknown {
  const steps = Map.groupBy(paths, path => path.split('.')[0] ?? '')
  const below = (name: string) =>
    (steps.get(name) ?? []).map(path => path.slice(name.length + 1)).filter(rest => rest !== '')
  const deeper = (name: string, member: unknown) => (below(name).length === 0 ? member : pick(member, below(name)))
  if (Array.isArray(value)) return value.map(item => deeper('*', item))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => steps.has(name))
  return Object.fromEntries(kept.map(([name, member]) => [name, deeper(name, member)]))
}
