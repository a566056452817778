/** Plays the script of the replay against a service: keeps its clock, its shoppers and its agents, and records every answer. */

import { CARTS, HANDOFF, SESSION, UCP_REST } from '../../../src/api-paths.ts'
import { callCheckout, subjectOf } from '../checkouts/orders.ts'
import type { Answer, Call, TestService } from '../service/service.ts'
import { type AgentPlatform, untilServed } from '../ucp/platform.ts'
import { actFor, cookieOf, issueHandoff } from '../web-checkout/checkout.ts'
import { createNames } from './names.ts'

/** An answer of the script. */
export interface Played {
  /** The chapter of the script, and what was asked. */
  chapter: string
  title: string
  /** When it was asked, in milliseconds since the epoch. */
  at: number
  status: number
  /** The body, its random names replaced by their order. */
  body: string
}

/** A body of a request, or none. */
type Body = object | undefined

/** The service, whose clock the player keeps. */
export interface Stage {
  service: TestService
  platform: AgentPlatform
  /** Sets the clock. @param at milliseconds since the epoch */
  setClock: (at: number) => void
}

interface Lines {
  included?: { id: string }[]
}

interface Totals {
  data?: { attributes?: { grandTotal?: { amount: string }; cargoPrice?: { amount: string } } }
}

/** Creates a player. */
export function createPlayer({ service, platform, setClock }: Stage, begin: string) {
  const answers: Played[] = []
  const name = createNames()
  const tokens = new Map<string, string>()
  const cookies = new Map<string, string>()
  const agentCarts = new Map<string, { id: string; link: string }>()
  const lineIds = new Map<string, string[]>()
  const totals = new Map<string, { grandTotal: string; cargoPrice?: string }>()
  let [chapter, now] = ['', Date.parse(begin)]

  const record = (title: string, { status }: Answer, text: string): void => {
    answers.push({ chapter, title, at: now, status, body: name(text) })
  }
  const remember = (who: string, json: unknown): void => {
    const { included } = json as Lines
    if (!included) return
    lineIds.set(
      who,
      included.map(({ id }) => id),
    )
    const { grandTotal, cargoPrice } = (json as Totals).data?.attributes ?? {}
    totals.set(who, { grandTotal: grandTotal?.amount ?? '0', ...(cargoPrice && { cargoPrice: cargoPrice.amount }) })
  }
  const tokenOf = async (who: string): Promise<string> => {
    const known = tokens.get(who)
    if (known) return known
    const [kind, id = ''] = who.split(' ')
    // A guest of the script has a number, which is the end of the id.
    const uuid = `00000000-0000-4000-8000-${id.padStart(12, '0')}`
    const token = await service.token(kind as 'guest' | 'member', { id: kind === 'guest' ? uuid : id })
    tokens.set(who, token)
    return token
  }

  /** Asks as a shopper, such as `guest 1` or `member 2`. */
  const ask = async (who: string, method: string, path: string, body?: Body): Promise<Answer> => {
    const call: Call = { token: await tokenOf(who), ...(body && { body }) }
    const answer = await service.call(method, path, call)
    record(`${who}: ${method} ${name(path)} ${name(JSON.stringify(body ?? ''))}`, answer, answer.text)
    remember(who, answer.json)
    return answer
  }

  /** Asks about a line of a shopper's cart. @param line its place, from 0; nothing is asked where there is none */
  const askLine = async (
    who: string,
    line: number,
    [method, end, body]: [method: string, end: string, body?: Body],
  ): Promise<void> => {
    const id = lineIds.get(who)?.[line]
    if (id !== undefined) await ask(who, method, `/cart-items/${id}${end}`, body)
  }

  /** Asks as the web shop. */
  const checkout = async (method: string, path: string, body?: Body): Promise<void> => {
    const answer = await callCheckout(service, method, path, body)
    record(`checkout: ${method} ${path}`, answer, answer.text)
  }

  const askAgent = async (method: string, path: string, body?: Body): Promise<Answer> =>
    untilServed(() =>
      service.call(method, `${UCP_REST}${path}`, { ...(body && { body }), headers: { 'UCP-Agent': platform.agent } }),
    )

  /** Sends the lines and codes of an agent's cart: creates the cart where the agent has none of this name. */
  const agent = async (cart: string, lines: readonly string[], codes?: readonly string[]): Promise<void> => {
    const known = agentCarts.get(cart)
    const items = lines.map(line => {
      const [id, quantity] = line.split('×')
      return { item: { id }, quantity: Number(quantity) }
    })
    const body = { line_items: items, ...(codes && { discounts: { codes } }) }
    const answer = await (known ? askAgent('PUT', `/carts/${known.id}`, body) : askAgent('POST', '/carts', body))
    const { id, continue_url: url } = (answer.json ?? {}) as { id?: string; continue_url?: string }
    if (!known && id && url) {
      const { pathname, search } = new URL(url)
      agentCarts.set(cart, { id, link: `${pathname}${search}` })
    }
    record(`agent: ${cart} ${lines.join(' ')} ${codes?.join(' ') ?? ''}`, answer, answer.text)
  }

  const session = async (who: string): Promise<void> => {
    const answer = await service.call('GET', SESSION, { headers: { Cookie: cookies.get(who) ?? '' } })
    record(`${who}: session`, answer, answer.text)
  }

  return {
    answers,
    ask,
    askLine,
    agent,
    session,
    checkout,

    /** Begins a chapter. @param at the clock from here on; as before where it is left out */
    begin: (title: string, at?: string): void => {
      chapter = title
      now = at === undefined ? now : Date.parse(at)
      setClock(now)
    },

    /** Moves the lines of a guest into the cart of a member. */
    merge: async (member: string, guest: string): Promise<void> => {
      const answer = await service.call('POST', '/cart/merge', {
        token: await tokenOf(member),
        body: { guestToken: await tokenOf(guest) },
      })
      record(`${member}: merge of ${guest}`, answer, answer.text)
      remember(member, answer.json)
    },

    /** Holds the cart of a shopper with the totals of its latest answer, or with others. */
    hold: async (who: string, reference: string, expected?: object): Promise<void> => {
      const subject = subjectOf(await tokenOf(who))
      await checkout('PUT', reference, { subject, expected: expected ?? totals.get(who) ?? { grandTotal: '0' } })
    },

    /** Reads the cart of a shopper as staff do; of the answer the cart alone counts. */
    staff: async (who: string): Promise<void> => {
      const token = await service.token('admin', { id: 'staff', scope: 'carts:read' })
      const answer = await service.call('GET', `${CARTS}/${subjectOf(await tokenOf(who))}`, { token })
      const { data } = answer.json as { data?: { cart: unknown } }
      record(`staff: cart of ${who}`, answer, JSON.stringify(data?.cart ?? null))
    },

    /** Takes the cart of a shopper into a browser. @returns the shopper that acts there, by the web shop's token */
    toWeb: async (who: string): Promise<string> => {
      const { token } = await issueHandoff(service, await tokenOf(who))
      const consumed = await service.call('GET', `${HANDOFF}?t=${encodeURIComponent(token)}`)
      const cookie = cookieOf(consumed) ?? ''
      const web = `web ${who}`
      cookies.set(web, cookie)
      tokens.set(web, await actFor(service, cookie))
      record(`${who}: handoff`, consumed, consumed.text)
      await session(web)
      return web
    },

    /** Reads or cancels an agent's cart. */
    readAgent: async (cart: string, isCancelled = false): Promise<void> => {
      const { id } = agentCarts.get(cart) ?? { id: 'none' }
      const answer = await (isCancelled ? askAgent('POST', `/carts/${id}/cancel`) : askAgent('GET', `/carts/${id}`))
      record(`agent: ${isCancelled ? 'cancel' : 'read'} ${cart}`, answer, answer.text)
    },

    /** Opens the link of an agent's cart in the browser of a shopper. */
    open: async (cart: string, who: string): Promise<void> => {
      const { link } = agentCarts.get(cart) ?? { link: '/' }
      const answer = await service.call('GET', link, { headers: { Cookie: cookies.get(who) ?? '' } })
      record(`${who}: open ${cart}`, answer, answer.text)
      await session(who)
    },
  }
}

/** A player. */
export type Player = ReturnType<typeof createPlayer>
