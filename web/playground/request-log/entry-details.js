/** The request and the response of an entry. */

import { html } from '../../ui/html.js'
import { parse } from '../../ui/request.js'
import { CopyButton } from './copy-button.js'
import { Json } from './json.js'
import { Message } from './message.js'
import { shortenTokens } from './shorten-tokens.js'

/** The details. @param {{ app: import('../app.js').App, entry: import('../api.js').LogEntry }} props */
export function EntryDetails({ app, entry }) {
  const t = app.texts()
  const { id, method, path, headers, body, response } = entry
  const answer =
    response === null || response === 'none'
      ? html`<p class="hint">${response === null ? t.waiting : t.noResponse}</p>`
      : html`
        <${Message} label="${t.response} ${id}" start=${response.status} rest=${response.statusText}
          headers=${response.headers}>
          ${response.text !== '' && bodyOf(response.text)}
        <//>`
  return html`
    <div class="details">
      <div class="title"><h3>${t.request}</h3><${CopyButton} app=${app} entry=${entry} /></div>
      <${Message} label="${t.request} ${id}" start=${method} rest=${path} headers=${Object.entries(headers)}>
        ${body !== undefined && html`<${Json} value=${body} />`}
      <//>
      <div class="title"><h3>${t.response}</h3></div>
      ${answer}
    </div>`
}

/** The body of a response as JSON, or as plain text when it is not JSON. @param {string} text */
function bodyOf(text) {
  const value = parse(text)
  return value === undefined ? shortenTokens(text) : html`<${Json} value=${value} />`
}
