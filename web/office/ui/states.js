/** What is shown instead of content: while it is loaded, when there is none, and when it could not be loaded. */

import { Button } from '../../ui/components/button.js'
import { Icon } from '../../ui/components/icon.js'
import { html } from '../../ui/html.js'
import { problemText } from '../problems.js'

/** Lines in the place of what is loaded. @param {{ app: import('../app.js').App, lines?: number }} props */
export function Loading({ app, lines = 6 }) {
  return html`
    <div class="loading" role="status">
      <span class="visually-hidden">${app.texts().loading}</span>
      ${Array.from({ length: lines }, (_, at) => html`<i key=${at} />`)}
    </div>`
}

/**
 * A message in the middle of a page or card.
 * @param {object} props
 * @param {import('../../ui/components/icon.js').IconName} props.icon
 * @param {string} props.title
 * @param {import('../../ui/html.js').Children} [props.children] a sentence
 * @param {import('../../ui/html.js').Children} [props.action]
 */
export function Message({ icon, title, children, action }) {
  return html`
    <div class="message">
      <${Icon} name=${icon} />
      <p class="message-title">${title}</p>
      ${children && html`<p>${children}</p>`}
      ${action}
    </div>`
}

/**
 * Why something could not be loaded, with a button that tries again.
 * @param {object} props
 * @param {import('../app.js').App} props.app
 * @param {import('../../ui/request.js').Problem} props.problem
 * @param {() => void} props.onAgain
 */
export function Failed({ app, problem, onAgain }) {
  const t = app.texts()
  const { status } = problem
  const title = status === 404 ? t.states.notFound : status === 403 ? t.states.forbidden : t.states.failed
  const again = html`<${Button} icon="again" onClick=${onAgain}>${t.states.again}<//>`
  return html`
    <div role="alert">
      <${Message} icon=${status === 403 ? 'lock' : 'warning'} title=${title} action=${again}>${problemText(problem, t)}<//>
    </div>`
}
