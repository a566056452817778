/** What was left in carts: a picture by the age of their last change. */

import { ButtonLink } from '../../../ui/components/button.js'
import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { BarChart } from '../../ui/bar-chart.js'
import { Card } from '../../ui/card.js'
import { Figure } from '../../ui/figure.js'
import { Load } from '../../ui/load.js'
import { Stats } from '../../ui/stats.js'
import { Table } from '../../ui/table.js'
import { allOf, atLeast, cartsSentence, loadCarts, noCarts } from './left-carts.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./left-carts.js').Group} Group */
/** @typedef {'carts' | 'lines' | 'pieces'} Name */

/** @type {readonly Name[]} */
const NAMES = ['carts', 'lines', 'pieces']

/** The card. @param {{ app: App }} props */
export function CartsCard({ app }) {
  const { carts: t } = app.texts().home
  const show = (/** @type {Group[]} */ groups, isLoading = false) => Carts({ app, groups, isLoading })
  return html`
    <${Card} title=${t.title}>
      <${Load} app=${app} from=${() => loadCarts(app)} show=${(/** @type {Group[]} */ groups) => show(groups)} loading=${show(noCarts(), true)} />
      <div class="actions"><${ButtonLink} href="/office/carts" icon="basket">${t.open}<//></div>
    <//>`
}

/** @param {{ app: App, groups: Group[], isLoading: boolean }} props */
function Carts({ app, groups, isLoading }) {
  const texts = app.texts()
  const { home: t, locale } = texts
  const all = allOf(groups)
  const stats = NAMES.map(name => ({
    name: t.carts[name],
    value: isLoading ? null : atLeast(all[name], all.isMore, locale),
  }))
  const marks = groups.map(({ carts, isMore }) => (isLoading ? '' : atLeast(carts, isMore, locale)))
  return html`
    <div class="beside-stats"><${Stats} stats=${stats} />
    <${Figure} app=${app} id="home-carts" sentence=${isLoading ? null : cartsSentence(groups, texts)} table=${() => CartsTable({ app, groups })}>
      <${BarChart} labelledBy="home-carts" series=${[{ look: 'front', values: groups.map(({ carts }) => carts) }]} marks=${marks}
        ticks=${t.carts.groups.map(([short]) => short)} titles=${t.carts.groups.map(([, long], at) => `${long}: ${marks[at]}`)}
        number=${(/** @type {number} */ value) => numberText(value, locale)} isLow=${true} />
    <//></div>`
}

/** @param {{ app: App, groups: Group[] }} props */
function CartsTable({ app, groups }) {
  const { home: t, locale } = app.texts()
  const columns = NAMES.map(name => ({
    title: t.carts[name],
    kind: 'number',
    cell: (/** @type {number} */ at) => atLeast(Number(groups[at]?.[name]), groups[at]?.isMore ?? false, locale),
  }))
  const age = { title: t.carts.age, cell: (/** @type {number} */ at) => t.carts.groups[at]?.[1] }
  return html`
    <${Table} label=${t.carts.title} columns=${[age, ...columns]} rows=${groups.map((_, at) => at)} keyOf=${(/** @type {number} */ at) => at} />`
}
