/** The checkouts: a list by pages, with the filters of the API in the URL. */

import { moneyText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { priceNote } from '../../format/price-note.js'
import { instantOf } from '../../format/zoned-time.js'
import { Card } from '../../ui/card.js'
import { DownloadTable } from '../../ui/download-table.js'
import { Filters } from '../../ui/filters.js'
import { PageTitle } from '../../ui/page-title.js'
import { RecordList } from '../../ui/record-list.js'
import { Tabs } from '../../ui/tabs.js'
import { Time } from '../../ui/time.js'
import { UserText } from '../../ui/user-text.js'
import { path, queryOf } from '../../url.js'
import { typedSubject } from '../carts/subjects.js'
import { ownerText, readOwnerNames } from '../customers/known-customers.js'
import { CheckoutBadges } from './checkout-badges.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./checkout-types.js').ListedCheckout} ListedCheckout */

const PAGE = '/office/checkouts'

/** The page. @param {import('../../app.js').PageProps} props */
export function Page({ app, query }) {
  const { checkouts: t } = app.texts()
  const state = query.get('state')
  const download = html`<${DownloadTable} app=${app} what="orders" scope="checkouts:read" query=${queryOf(timesOf(app, query))} />`
  return html`
    <${PageTitle} app=${app} title=${t.title} lead=${t.lead} actions=${download} />
    <${Tabs} label=${t.state} links=${linksOf(app, query)} />
    <${Filters} app=${app} page=${PAGE} query=${query} kept=${{ state }} fields=${fieldsOf(app)} />
    <${Card} title=${t.label} isTitleHidden=${true}>
      <${RecordList} app=${app} label=${t.label} path="/checkouts" query=${firstQuery(app, query)} columns=${columnsOf(app)}
        keyOf=${(/** @type {ListedCheckout} */ { reference }) => reference} empty=${t.empty} rowsOf=${rowsFor(app)} />
      <p class="hint">${priceNote(app, 'paid')} ${t.clock(app.clock().zone)} ${t.downloadHint}</p>
    <//>`
}

/** The times of the filter, which are those of the shop's clock. @param {App} app @param {URLSearchParams} query */
function timesOf(app, query) {
  const time = (/** @type {string | null} */ local) => local && instantOf(local, app.clock().zone)
  return { from: time(query.get('from')), to: time(query.get('to')) }
}

/** The query of the API. @param {App} app @param {URLSearchParams} query */
function firstQuery(app, query) {
  const { from, to } = timesOf(app, query)
  return queryOf({
    limit: 50,
    'filter[state]': query.get('state'),
    'filter[reference]': query.get('reference'),
    'filter[subject]': typedSubject(query.get('subject')),
    'filter[customerId]': query.get('customerId'),
    'filter[heldAfter]': from,
    'filter[heldBefore]': to,
  })
}

/** Tabs for the states, which keep the other filters. @param {App} app @param {URLSearchParams} query */
function linksOf(app, query) {
  const { checkouts: t, list } = app.texts()
  const current = query.get('state')
  const kept = Object.fromEntries(fieldsOf(app).map(({ name }) => [name, query.get(name)]))
  const states = [[null, list.all], ...Object.entries(t.states)]
  return states.map(([state, text]) => ({
    href: `${PAGE}${queryOf({ state, ...kept })}`,
    text,
    isCurrent: current === state,
  }))
}

/** @param {App} app @returns {import('../../ui/field.js').FieldSpec[]} */
function fieldsOf(app) {
  const { checkouts: t } = app.texts()
  return [
    { name: 'reference', label: t.referenceEnd, type: 'search' },
    { name: 'customerId', label: t.customerId, inputMode: 'numeric' },
    { name: 'subject', label: t.subject },
    { name: 'from', label: t.from, type: 'datetime-local' },
    { name: 'to', label: t.to, type: 'datetime-local' },
  ]
}

/** Makes the function that takes the rows out of a page, once the names of their customers are read. @param {App} app */
function rowsFor(app) {
  return async (/** @type {{ data: ListedCheckout[] }} */ { data }) => {
    const subjects = data.map(({ subject }) => subject)
    await readOwnerNames(app, subjects)
    return data
  }
}

/** @param {App} app @returns {import('../../ui/table.js').Column<ListedCheckout>[]} */
function columnsOf(app) {
  const { checkouts: t, locale } = app.texts()
  return [
    {
      title: t.reference,
      cell: ({ reference }) =>
        html`<a href=${path`/office/checkouts/${reference}`}><${UserText} text=${reference} /></a>`,
    },
    { title: t.state, cell: checkout => html`<${CheckoutBadges} app=${app} checkout=${checkout} />` },
    { title: t.owner, cell: ({ subject }) => (subject === null ? t.deletedCustomer : ownerText(app, subject)) },
    {
      title: t.total,
      cell: ({ payable, refunded }) => html`
        <span class="money">${moneyText(payable, locale)}</span>${refunded && html`<br /><small class="hint">${t.refunded(moneyText(refunded, locale))}</small>`}`,
      kind: 'number',
    },
    { title: t.heldAt, cell: ({ heldAt }) => html`<${Time} app=${app} at=${heldAt} />` },
  ]
}
