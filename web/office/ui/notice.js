/** The message at the end of the window: what a write has done, and how to undo it. */

import { Button } from '../../ui/components/button.js'
import { Icon } from '../../ui/components/icon.js'
import { RoundButton } from '../../ui/components/round-button.js'
import { html } from '../../ui/html.js'

/** The message; its region is there without one, so that screen readers announce the next. @param {{ app: import('../app.js').App }} props */
export function NoticeBar({ app }) {
  const { notice } = app.state
  const t = app.texts()
  const close = () => app.notify(null)
  const undo = () => {
    const { run } = notice?.undo ?? {}
    close()
    return run && app.attempt(run, t.asks.failed)
  }
  return html`
    <div class="notices" role="status" aria-live="polite">
      ${
        notice &&
        html`
        <div class=${`notice ${notice.kind}`}>
          <${Icon} name=${notice.kind === 'good' ? 'check' : 'warning'} />
          <p dir="auto">${notice.text}</p>
          ${notice.undo && html`<${Button} onClick=${undo}>${notice.undo.label}<//>`}
          <${RoundButton} icon="close" label=${t.dismiss} onClick=${close} />
        </div>`
      }
    </div>`
}
