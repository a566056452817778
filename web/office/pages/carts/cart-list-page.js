/** The carts that are not empty: a list by kind and age. */

import { moneyText, numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { priceNote } from '../../format/price-note.js'
import { Card } from '../../ui/card.js'
import { Filters } from '../../ui/filters.js'
import { PageTitle } from '../../ui/page-title.js'
import { RecordList } from '../../ui/record-list.js'
import { Tabs } from '../../ui/tabs.js'
import { Time } from '../../ui/time.js'
import { path, queryOf } from '../../url.js'
import { ownerText, readOwnerNames } from '../customers/known-customers.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {{ subject: string, customerId: number | null, lines: number, pieces: number, changedAt: string, value: import('../../../ui/format/money.js').Money | null }} ListedCart */

/** Milliseconds of each age. @type {Record<string, number>} */
const AGES = { '1h': 3_600_000, '1d': 86_400_000, '3d': 259_200_000, '7d': 604_800_000, '30d': 2_592_000_000 }

/** The page. @param {import('../../app.js').PageProps} props */
export function Page({ app, query }) {
  const { carts: t } = app.texts()
  const [kind, age] = [query.get('kind'), query.get('age') ?? '']
  const ms = AGES[age]
  const before = ms === undefined ? null : new Date(Date.now() - ms).toISOString()
  const first = queryOf({ include: 'value', limit: 50, 'filter[kind]': kind, 'filter[changedBefore]': before })
  return html`
    <${PageTitle} app=${app} title=${t.title} lead=${t.lead} />
    <${Tabs} label=${t.owner} links=${linksOf(app, kind, age)} />
    <${Filters} app=${app} page="/office/carts" query=${query} kept=${{ kind }}
      fields=${[{ name: 'age', label: t.age, type: 'select', options: t.ages }]} />
    <${Card} title=${t.label} isTitleHidden=${true}>
      <p class="hint">${priceNote(app, 'cart')}</p>
      <${RecordList} app=${app} label=${t.label} path="/carts" query=${first} columns=${columnsOf(app)}
        keyOf=${(/** @type {ListedCart} */ { subject }) => subject} empty=${t.empty} rowsOf=${rowsFor(app)} />
    <//>`
}

/** @param {App} app @param {string | null} kind @param {string} age */
function linksOf(app, kind, age) {
  const { carts: t } = app.texts()
  return Object.entries(t.kinds).map(([each, text]) => {
    const value = each === 'all' ? null : each
    return { href: `/office/carts${queryOf({ kind: value, age })}`, text, isCurrent: kind === value }
  })
}

/** Makes the function that takes the rows out of a page, once the names of their customers are read. @param {App} app */
function rowsFor(app) {
  return async (/** @type {{ data: ListedCart[] }} */ { data }) => {
    const subjects = data.map(({ subject }) => subject)
    await readOwnerNames(app, subjects)
    return data
  }
}

/** @param {App} app @returns {import('../../ui/table.js').Column<ListedCart>[]} */
function columnsOf(app) {
  const { carts: t, locale } = app.texts()
  return [
    {
      title: t.owner,
      cell: ({ subject }) => html`<a href=${path`/office/carts/${subject}`}><bdi>${ownerText(app, subject)}</bdi></a>`,
    },
    { title: t.lines, cell: ({ lines }) => numberText(lines, locale), kind: 'number' },
    { title: t.pieces, cell: ({ pieces }) => numberText(pieces, locale), kind: 'number' },
    { title: t.value, cell: ({ value }) => (value ? moneyText(value, locale) : '—'), kind: 'number' },
    { title: t.age, cell: ({ changedAt }) => html`<${Time} app=${app} at=${changedAt} isAge=${true} />` },
  ]
}
