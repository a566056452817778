/** What the agent does with a sentence: it searches the catalogue for each wish, and writes its cart once. */

import { newTurn, remarksOf } from '../agent/conversation.js'
import { isNamedBy, queriesOf, readSentence } from '../agent/read-sentence.js'
import { callTool, connect } from '../agent/tools.js'
import { Problem } from '../api.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../agent/conversation.js').Turn} Turn */
/** @typedef {import('../agent/conversation.js').UcpCart} UcpCart */
/** @typedef {import('../agent/read-sentence.js').Wish} Wish */
/** @typedef {{ id: string, title: string, quantity: number }} WantedLine a line to be sent; `id` of the item */

/** Answers a sentence; does nothing while an earlier one is being answered. @param {App} app @param {string} sentence */
export async function tellAgent(app, sentence) {
  const { language } = app.state
  await takeTurn(app, sentence, async turn => {
    const { isCancellation, wishes } = readSentence(sentence, language)
    if (isCancellation) await cancelCart(app, turn)
    else if (wishes.length === 0) turn.outcome = 'unclear'
    else await fulfil(app, turn, wishes)
  })
}

/** Cancels the agent's cart by its button. @param {App} app */
export async function cancelAgentCart(app) {
  await takeTurn(app, null, turn => cancelCart(app, turn))
}

/**
 * Runs a turn, and keeps the refusal that ends it.
 * @param {App} app
 * @param {string | null} sentence
 * @param {(turn: Turn) => Promise<void>} work
 */
async function takeTurn(app, sentence, work) {
  const { agent } = app.state
  if (agent.isBusy) return
  const turn = newTurn(agent.turns.length + 1, sentence)
  agent.turns.push(turn)
  agent.isBusy = true
  app.render()
  showNewest()
  try {
    await work(turn)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    turn.problem = error
  } finally {
    agent.isBusy = false
    app.render()
    showNewest()
  }
}

/** @param {App} app @param {Turn} turn @param {Wish[]} wishes */
async function fulfil(app, turn, wishes) {
  await connect(app, turn)
  const { cart } = app.state.agent
  /** @type {Map<string, WantedLine>} */
  const lines = new Map(cart?.line_items.map(({ item, quantity }) => [item.id, { ...item, quantity }]))
  const before = JSON.stringify([...lines])
  for (const wish of wishes) {
    const isDone = wish.isRemoval ? removeNamed(app, lines, wish) : await addFound(app, turn, lines, wish)
    if (!isDone) turn.notFound.push(wish.words.join(' '))
  }
  if (JSON.stringify([...lines]) === before) turn.outcome = 'nothing'
  else await saveCart(app, turn, [...lines.values()])
}

/** Leaves out the lines whose titles a wish names. @param {App} app @param {Map<string, WantedLine>} lines @param {Wish} wish */
function removeNamed({ state }, lines, wish) {
  const named = [...lines.values()].filter(({ title }) => isNamedBy(title, wish, state.language))
  for (const { id } of named) lines.delete(id)
  return named.length > 0
}

/**
 * Adds the product that is found for a wish: the first one that is available, and of it the first available variant. The answer has
 * that variant first.
 * @param {App} app
 * @param {Turn} turn
 * @param {Map<string, WantedLine>} lines
 * @param {Wish} wish
 * @returns {Promise<boolean>} false where no query finds any
 */
async function addFound(app, turn, lines, wish) {
  for (const query of queriesOf(wish)) {
    /** @type {{ products?: import('../agent/conversation.js').UcpProduct[] }} */
    const { products = [] } = await callTool(app, turn, {
      name: 'search_catalog',
      about: `“${query}”`,
      given: { catalog: { query } },
    })
    const found = products.find(({ variants }) => variants[0]?.availability.available) ?? products[0]
    const variant = found?.variants[0]
    if (!found || !variant) continue
    const quantity = (lines.get(variant.id)?.quantity ?? 0) + wish.quantity
    lines.set(variant.id, { id: variant.id, title: found.title, quantity })
    return true
  }
  return false
}

/** Creates or replaces the cart. @param {App} app @param {Turn} turn @param {WantedLine[]} lines */
async function saveCart(app, turn, lines) {
  const { agent } = app.state
  const id = agent.cart?.id
  const cart = { line_items: lines.map(({ id, quantity }) => ({ item: { id }, quantity })) }
  const answer = await callTool(app, turn, {
    name: id === undefined ? 'create_cart' : 'update_cart',
    about: lines.map(({ quantity, title }) => `${quantity} × ${title}`).join(', '),
    given: { ...(id !== undefined && { id }), cart },
    isWrite: true,
  })
  const saved = cartIn(answer)
  turn.remarks = remarksOf(answer.messages ?? [], { sent: lines, cart: saved })
  if (saved) agent.cart = saved
  turn.outcome = saved ? (saved.line_items.length > 0 ? 'filled' : 'emptied') : outcomeWithout(app, answer)
}

/** @param {App} app @param {Turn} turn */
async function cancelCart(app, turn) {
  const { agent } = app.state
  if (!agent.cart) {
    turn.outcome = 'nothing'
    return
  }
  const { id } = agent.cart
  const answer = await callTool(app, turn, { name: 'cancel_cart', about: '', given: { id }, isWrite: true })
  turn.outcome = cartIn(answer) ? 'cancelled' : outcomeWithout(app, answer)
  agent.cart = null
}

/** The cart of an answer; null where the answer has none. @param {any} answer @returns {UcpCart | null} */
function cartIn(answer) {
  return answer.ucp?.status === 'success' && typeof answer.id === 'string' ? answer : null
}

/** Why an answer has no cart; an ended cart is forgotten. @param {App} app @param {any} answer @returns {'gone' | 'refused'} */
function outcomeWithout({ state }, answer) {
  const isGone = answer.messages?.some((/** @type {{ code?: string }} */ { code }) => code === 'not_found')
  if (isGone) state.agent.cart = null
  return isGone ? 'gone' : 'refused'
}

/** Scrolls to the end of the conversation, after the page is rendered. */
function showNewest() {
  requestAnimationFrame(() => document.querySelector('.agent-end')?.scrollIntoView({ block: 'nearest' }))
}
