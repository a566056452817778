/** Holds the page together: the state, the requests, one action after another, and the drawing of it all. */

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
 * @property {() => Texts} texts
 * @property {() => void} render
 * @property {(kind: 'good' | 'bad', text: string) => void} say shows a message on the phone
 * @property {(action: () => Promise<void>) => Promise<void>} run runs an action when those before it have ended
 */

/** How long a message stays that only confirms. */
const CONFIRMATION_MS = 4_000

/**
 * @param {Element} root
 * @param {(app: App) => import('./dom.js').Child[]} draw makes what the page should look like
 * @param {(app: App, problem: Problem) => Promise<string | null>} recover what follows from a refusal, and what to add to its message
 * @returns {App}
 */
export function createApp(root, draw, recover) {
  const state = initialState()
  let drawing = false
  let noticeId = 0
  /** @type {Promise<void>} */
  let queue = Promise.resolve()

  const render = () => {
    if (drawing) return
    drawing = true
    queueMicrotask(() => {
      drawing = false
      document.documentElement.lang = state.language
      document.title = textsIn(state.language).title
      patch(root, h('div', {}, ...draw(app)))
    })
  }

  /** @type {App['say']} */
  const say = (kind, text) => {
    const id = ++noticeId
    state.notice = { kind, text, id }
    render()
    if (kind === 'good') setTimeout(() => state.notice?.id === id && hush(), CONFIRMATION_MS)
  }

  const hush = () => {
    state.notice = null
    render()
  }

  /** @param {unknown} error */
  const explain = async error => {
    if (!(error instanceof Problem)) throw error
    const more = await recover(app, error)
    const text = explainProblem(error, app.texts())
    say('bad', more === null ? text : `${text} ${more}`)
  }

  /** @type {App} */
  const app = {
    state,
    api: createApi(render),
    texts: () => textsIn(state.language),
    render,
    say,
    run(action) {
      queue = queue.then(action).catch(explain).then(render)
      return queue
    },
  }
  return app
}
