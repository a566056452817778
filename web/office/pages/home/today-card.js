/** What today has brought: orders, turnover, average and refunds, each beside that of the same day a week ago. */

import { moneyText, numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { priceNote } from '../../format/price-note.js'
import { Card } from '../../ui/card.js'
import { Load } from '../../ui/load.js'
import { Stats } from '../../ui/stats.js'
import { weekdayText } from './sentences.js'
import { weekdayOf } from '../../format/shop-clock.js'
import { loadToday } from './today.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./today.js').Today} Today */
/** @typedef {'orders' | 'turnover' | 'average' | 'refunds'} Name */

/** @type {readonly Name[]} */
const NAMES = ['orders', 'turnover', 'average', 'refunds']

/** The card. @param {{ app: App }} props */
export function TodayCard({ app }) {
  const t = app.texts().home.today
  const show = (/** @type {Today | null} */ found) =>
    html`<${Stats} stats=${NAMES.map(name => statOf(app, name, found))} />`
  return html`
    <${Card} title=${t.title} class="amounts today">
      <${Load} app=${app} from=${() => loadToday(app)} show=${show} loading=${show(null)} />
      <p class="hint">${t.cancelled} ${priceNote(app, 'paid')}</p>
    <//>`
}

/** @param {App} app @param {Name} name @param {Today | null} found null while it is loaded */
function statOf(app, name, found) {
  const { locale, home } = app.texts()
  const { today: t } = home
  if (found === null) return { name: t[name], value: null, note: '…' }
  const text = (/** @type {import('./today.js').Turnover} */ turnover) => {
    const value = turnover[name]
    if (value === null) return '—'
    return typeof value === 'number' ? numberText(value, locale) : moneyText(value, locale)
  }
  const weekday = weekdayText(weekdayOf(found.day), locale, 'long')
  return {
    name: t[name],
    value: text(found.today),
    note: t.before(weekday, html`<span class="money">${text(found.before)}</span>`),
  }
}
