/** The field for a sentence, and examples that are sent by one click. */

import { Icon } from '../../ui/components/icon.js'
import { html } from '../../ui/html.js'
import { tellAgent } from '../actions/agent.js'

/** Maximum number of characters of a sentence; a query may have 200. */
const MAX_LENGTH = 200

/** The form. @param {{ app: import('../app.js').App }} props */
export function SentenceForm({ app }) {
  const t = app.texts().agent
  const { isBusy, cart, turns } = app.state.agent
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  const send = event => {
    event.preventDefault()
    const form = event.currentTarget
    const sentence = String(new FormData(form).get('sentence') ?? '').trim()
    if (isBusy || sentence === '') return
    form.reset()
    tellAgent(app, sentence)
  }
  const examples = (cart ? t.moreExamples : t.examples).map(
    example => html`
      <li><button type="button" class="chip" onClick=${() => tellAgent(app, example)}>${example}</button></li>`,
  )
  return html`
    <div class="say">
      <ul class="examples" role="list" aria-label=${t.exampleList}>${examples}</ul>
      <form class="row" onSubmit=${send}>
        <input name="sentence" aria-label=${t.sentence} placeholder=${t.placeholder} maxlength=${MAX_LENGTH}
          autocomplete="off" enterkeyhint="send" required />
        <button type="submit" class="round send" aria-label=${t.send} title=${t.send} aria-disabled=${isBusy ? 'true' : null}>
          <${Icon} name="send" />
        </button>
      </form>
      ${turns.length === 0 && html`<p class="hint">${t.noModel}</p>`}
    </div>`
}
