/** A button that copies a request as a curl command. */

import { Icon } from '../../ui/components/icon.js'
import { html } from '../../ui/html.js'
import { curlOf } from './curl.js'

/** The button. @param {{ app: import('../app.js').App, entry: import('../api.js').LogEntry }} props */
export function CopyButton({ app, entry }) {
  const t = app.texts()
  const isCopied = app.state.copiedEntryId === entry.id
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(curlOf(entry, location.origin))
      app.state.copiedEntryId = entry.id
      app.notify('good', app.texts().copied)
    } catch {
      app.notify('bad', app.texts().copyFailed)
    }
  }
  return html`
    <button type="button" class="copy" onClick=${copy}>
      <${Icon} name=${isCopied ? 'check' : 'copy'} /><span>${isCopied ? t.copied : t.copyCurl}</span>
    </button>`
}
