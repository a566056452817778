/** The application: its state, its API client, a queue of actions, and rendering. */

import { createApi, Problem } from './api.js'
import { h, patch } from './dom.js'
import { explainProblem } from './problems.js'
import { initialState } from './state.js'
import { textsIn } from './texts/texts.js'

/** @typedef {import('./texts/texts.js').Texts} Texts */
/** @typedef {import('./state.js').State} State */

/**
 * @typedef {object} App
 * @property {State} state
 * @property {import('./api.js').Api} api
 * @property {() => Texts} texts the texts in the selected language
 * @property {() => void} render draws the page at the end of the current task, once for any number of calls
 * @property {(kind: 'good' | 'bad', text: string) => void} notify shows a message on the phone
 * @property {(action: () => Promise<void>) => Promise<void>} run runs an action after all earlier ones have ended, then renders
 */

/** Milliseconds until a confirmation disappears; an error message stays until it is dismissed. */
const CONFIRMATION_MS = 4_000

/**
 * Makes the application; `render` draws it for the first time.
 * @param {Element} root the element that contains the page
 * @param {(app: App) => import('./dom.js').Child[]} draw makes the page's elements from the state
 * @param {(app: App, problem: Problem) => Promise<string | null>} recover runs after a refused request; returns a
 *   sentence to add to its message, or null
 * @returns {App}
 */
export function createApp(root, draw, recover) {
  const state = initialState()
  let isScheduled = false
  let noticeId = 0
  /** @type {Promise<void>} */
  let queue = Promise.resolve()

  const render = () => {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      document.documentElement.lang = state.language
      document.title = textsIn(state.language).title
      patch(root, h('div', {}, ...draw(app)))
    })
  }

  /** @type {App['notify']} */
  const notify = (kind, text) => {
    const id = ++noticeId
    state.notice = { kind, text, id }
    render()
    if (kind === 'good') setTimeout(() => state.notice?.id === id && clearNotice(), CONFIRMATION_MS)
  }

  const clearNotice = () => {
    state.notice = null
    render()
  }

  /** Shows why an action failed. @param {unknown} error */
  const explain = async error => {
    if (!(error instanceof Problem)) throw error
    const more = await recover(app, error)
    const text = explainProblem(error, app.texts())
    notify('bad', more === null ? text : `${text} ${more}`)
  }

  /** @type {App} */
  const app = {
    state,
    api: createApi(render),
    texts: () => textsIn(state.language),
    render,
    notify,
    run(action) {
      queue = queue.then(action).catch(explain).then(render)
      return queue
    },
  }
  return app
}
