/** One message, with a button that dismisses it, and one for the action that it offers to do again. */

import { Icon } from '../../ui/components/icon.js'
import { html } from '../../ui/html.js'
import { focusScreen } from '../actions/navigation.js'

/**
 * The message.
 * @param {object} props
 * @param {import('../app.js').App} props.app
 * @param {NonNullable<import('../state.js').State['notice']>} props.notice
 * @param {import('../../ui/components/icon.js').IconName} props.icon
 */
export function Notice({ app, notice: { text, again }, icon }) {
  const t = app.texts()
  const dismiss = () => app.update({ notice: null })
  const doAgain = async () => {
    dismiss()
    if (!again) return
    await app.runOnCart(again)
    // The button has disappeared.
    focusScreen()
  }
  return html`
    <${Icon} name=${icon} />
    <p>${text}</p>
    <button type="button" class="plain" aria-label=${t.dismiss} onClick=${dismiss}><${Icon} name="close" /></button>
    ${again && html`<button type="button" class="plain again" onClick=${doAgain}>${t.doAgain}</button>`}`
}
