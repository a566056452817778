/** The events of a day. */

import { html } from '../../../ui/html.js'
import { actorText } from '../../format/actor-text.js'
import { campaignName } from '../promotions/campaign-names.js'
import { factsOf, groupOf, linksOf, sentenceOf } from './describe-event.js'

/** @typedef {import('./read-events.js').OfficeEvent} OfficeEvent */

/** The day. @param {{ app: import('../../app.js').App, events: OfficeEvent[] }} props in the order they are shown */
export function EventDay({ app, events }) {
  const { locale } = app.texts()
  const timeZone = app.clock().zone
  const date = /** @type {const} */ ({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const format = new Intl.DateTimeFormat(locale, { ...date, timeZone })
  return html`
    <section class="day">
      <h3>${format.format(new Date(events[0]?.at ?? 0))}</h3>
      <ol class="timeline" role="list">${events.map(event => html`<${Entry} key=${event.id} app=${app} event=${event} />`)}</ol>
    </section>`
}

/** @param {{ app: import('../../app.js').App, event: OfficeEvent }} props */
function Entry({ app, event }) {
  const t = app.texts()
  const { at, type, id } = event
  const time = new Intl.DateTimeFormat(t.locale, { timeStyle: 'short', timeZone: app.clock().zone }).format(
    new Date(at),
  )
  const facts = factsOf(event, t)
  const links = linksOf(event, t, app.can)
  return html`
    <li class=${groupOf(type)}>
      <time datetime=${at}>${time}</time>
      <div>
        <p class="user-text" dir="auto">${sentenceOf(event, t, id => campaignName(app, id))}</p>
        ${facts.map(fact => html`<p key=${fact} class="hint" dir="auto">${fact}</p>`)}
        <p class="hint" dir="auto">${actorText(event, t, app.session())} · #${id}</p>
      </div>
      ${links.length > 0 && html`<p class="links">${links.map(({ href, text }) => html`<a key=${href} href=${href}>${text}</a>`)}</p>`}
    </li>`
}
