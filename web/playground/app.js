/** The application: its state, its API client, a queue of actions, and rendering. */

import { drawnState } from '../ui/drawn-state.js'
import { createApi, Problem } from './api.js'
import { explainProblem } from './problems.js'
import { initialState } from './state.js'
import { textsIn } from './texts/texts.js'

/** @typedef {import('./texts/texts.js').Texts} Texts */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Action} Action */

/**
 * @typedef {object} App
 * @property {State} state
 * @property {import('./api.js').Api} api
 * @property {() => Texts} texts the texts in the selected language
 * @property {() => void} render draws the page at the end of the current task, once for any number of calls
 * @property {(changes: Partial<State>) => void} update changes the state, then renders
 * @property {(kind: 'good' | 'bad', text: string, again?: Action | null) => void} notify shows a message on the phone; `again`: the action
 *   that the message offers to do again
 * @property {(action: Action) => Promise<void>} run runs an action after all earlier ones have ended, then renders
 * @property {(action: Action) => Promise<void>} runOnCart runs an action that is meant for the cart on the screen, like `run`, unless a refusal
 *   has replaced that cart since the call
 */

/** Milliseconds until a confirmation disappears; an error message stays until it is dismissed. */
const CONFIRMATION_MS = 4_000

/**
 * Makes the application; `render` draws it for the first time.
 * @param {(app: App) => void} draw draws the page from the state
 * @param {(app: App, problem: Problem) => Promise<string | null>} recover runs after a refused request; returns a
 *   sentence to add to its message, or null
 * @returns {App}
 */
export function createApp(draw, recover) {
  const state = initialState()
  let noticeId = 0
  /** Number of carts that a refusal has replaced. */
  let replacedCarts = 0
  /** @type {Promise<void>} */
  let queue = Promise.resolve()

  const { render, update } = drawnState(state, () => draw(app))

  /** @type {App['notify']} */
  const notify = (kind, text, again = null) => {
    const id = ++noticeId
    update({ notice: { kind, text, id, again } })
    if (kind === 'good') setTimeout(() => state.notice?.id === id && update({ notice: null }), CONFIRMATION_MS)
  }

  /** Shows why an action failed, and offers it again for the current cart. @param {unknown} error @param {Action | null} action */
  const explain = async (error, action) => {
    if (!(error instanceof Problem)) throw error
    const more = await recover(app, error)
    const text = explainProblem(error, app.texts())
    if (error.cart) replacedCarts++
    notify('bad', more === null ? text : `${text} ${more}`, error.cart ? action : null)
  }

  /** @param {Action} work @param {Action | null} action */
  const enqueue = (work, action) => {
    queue = queue
      .then(work)
      .catch(error => explain(error, action))
      .then(render)
    return queue
  }

  /** @type {App} */
  const app = {
    state,
    api: createApi(render),
    texts: () => textsIn(state.language),
    render,
    update,
    notify,
    run: action => enqueue(action, null),
    runOnCart(action) {
      const replacedBefore = replacedCarts
      return enqueue(async () => {
        if (replacedCarts === replacedBefore) await action()
      }, action)
    },
  }
  return app
}
