/** The cards whose pictures come from the numbers of events. */

import { timeText } from '../../../ui/format/time.js'
import { html } from '../../../ui/html.js'
import { Load } from '../../ui/load.js'
import { SoldOutCard } from './day-cards.js'
import { loadCounts, noCounts } from './event-counts.js'
import { OrdersCard } from './orders-card.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./event-counts.js').Counts} Counts */
/** @typedef {import('./event-counts.js').CardProps} CardProps */

/** The cards: one request loads their numbers, so they fail together. @param {{ app: App }} props */
export function EventCards({ app }) {
  const { zone } = app.clock()
  const cards = (/** @type {Counts} */ counts, isLoading = false) =>
    html`<${Cards} app=${app} counts=${counts} isLoading=${isLoading} />`
  return html`
    <${Load} app=${app} from=${() => loadCounts(app, zone)} show=${(/** @type {Counts} */ counts) => cards(counts)}
      loading=${cards(noCounts(zone), true)} />`
}

/** @param {CardProps} props */
function Cards(props) {
  return html`
    <${SoldOutCard} ...${props} />
    <${OrdersCard} ...${props} />
    <${Clock} ...${props} />`
}

/** Which clock the days are of, and from when on no event is missing. @param {CardProps} props */
function Clock({ app, counts: { isCut, completeSince } }) {
  const { home: t, locale } = app.texts()
  const { zone, isShops } = app.clock()
  const clock = isShops ? t.shopsClock(zone) : t.browsersClock(zone)
  const since = isCut ? timeText(new Date(completeSince).toISOString(), locale, zone) : null
  return html`<p class="hint">${since === null ? clock : `${clock} ${t.cut(since)}`}</p>`
}
