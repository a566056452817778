/** The field in the top bar that searches for everything. */

import { Icon } from '../../ui/components/icon.js'
import { html } from '../../ui/html.js'
import { queryOf } from '../url.js'
import { labelOf, placeholderOf } from './search-hints.js'
import { SHORTCUTS } from './search-keys.js'

/** The field. @param {{ app: import('../app.js').App, id: string, text?: string | undefined }} props */
export function SearchField({ app, id, text = '' }) {
  const t = app.texts()
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  const search = event => {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    if (q !== '') app.go(`/office/search${queryOf({ q })}`)
  }
  return html`
    <form class="search-field" role="search" aria-label=${t.search.title} onSubmit=${search}>
      <${Icon} name="search" />
      <input id=${id} key=${text} type="search" name="q" dir="auto" aria-label=${labelOf(app)} placeholder=${placeholderOf(app)}
        title=${t.search.keys} aria-keyshortcuts=${SHORTCUTS}
        defaultValue=${text} autocomplete="off" spellcheck=${false} maxlength="300" />
    </form>`
}
