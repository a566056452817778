/** The products: a search, the order of the lowest stocks, and the list. */

import { Button, ButtonLink } from '../../../ui/components/button.js'
import { html } from '../../../ui/html.js'
import { Card } from '../../ui/card.js'
import { DownloadTable } from '../../ui/download-table.js'
import { Field } from '../../ui/field.js'
import { Fold } from '../../ui/fold.js'
import { PageTitle } from '../../ui/page-title.js'
import { queryOf } from '../../url.js'
import { ChangeHistory } from '../history/change-history.js'
import { queriesFor, queryForId } from './find-products.js'
import { ProductList } from './product-list.js'
import { TermInput } from './term-input.js'

const TERM_KINDS = /** @type {const} */ (['brand', 'category', 'tag'])

/** The page: the list, or one product. @param {import('../../app.js').PageProps} props */
export function Page({ app, params: { id }, query }) {
  const t = app.texts().products
  const text = (query.get('q') ?? '').trim()
  const typed = query.get('low') ?? ''
  const atMost = /^-?\d{1,9}$/.test(typed) ? typed : null
  const isLimited = query.get('backorder') === 'no'
  const isByStock = id === undefined && (atMost !== null || isLimited || query.get('order') === 'stock')
  const terms = Object.fromEntries(TERM_KINDS.map(kind => [kind, (query.get(kind) ?? '').trim()]))
  const hasTerms = Object.values(terms).some(each => each !== '')
  const queries =
    id === undefined ? queriesFor(text, isByStock ? { atMost, isLimited } : null, terms) : [queryForId(id)]
  const title = id === undefined ? t.title : t.product(id)
  const download = id === undefined && html`<${DownloadTable} app=${app} what="products" scope="catalogue:read" />`
  return html`
    <${PageTitle} app=${app} title=${title} lead=${app.can('catalogue:write') ? t.lead : t.leadReading} actions=${download} />
    <${ProductFilter} app=${app} text=${text} low=${typed} isByStock=${isByStock} isLimited=${isLimited} terms=${terms}
      isAll=${id === undefined && text === '' && typed === '' && !isByStock && !hasTerms} />
    <${Card} title=${t.list} isTitleHidden><${ProductList} app=${app} queries=${queries} isByStock=${isByStock} isOne=${id !== undefined} text=${text} /><//>
    ${id !== undefined && html`<${ChangeHistory} app=${app} target=${`product:${id}`} />`}`
}

/** @param {{ app: import('../../app.js').App, text: string, low: string, isByStock: boolean, isLimited: boolean, terms: Record<string, string>, isAll: boolean }} props */
function ProductFilter({ app, text, low, isByStock, isLimited, terms, isAll }) {
  const hasTerms = Object.values(terms).some(each => each !== '')
  const t = app.texts().products
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  const show = event => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [q, most] = ['q', 'low'].map(name => String(data.get(name) ?? '').trim())
    const order = data.has('order') ? 'stock' : null
    const sought = Object.fromEntries(TERM_KINDS.map(kind => [kind, String(data.get(kind) ?? '').trim()]))
    app.go(
      `/office/products${queryOf({ q, low: most, order, backorder: data.has('limited') ? 'no' : null, ...sought })}`,
    )
  }
  return html`
    <form class="list-filter" role="search" aria-label=${t.find} onSubmit=${show}>
      <${Field} app=${app} name="q" type="search" label=${t.find} hint=${t.findHint} value=${text} />
      <${Field} app=${app} name="low" type="number" label=${t.low} hint=${t.lowHint} value=${low} />
      <div>
        <${Field} app=${app} name="order" type="checkbox" label=${t.byStock} hint=${t.byStockHint} value=${isByStock} />
        <${Field} app=${app} name="limited" type="checkbox" label=${t.limited} hint=${t.limitedHint} value=${isLimited} />
      </div>
      <${Fold} title=${t.termFilter} note=${null} isFilled=${hasTerms} isMarked=${false}>
        ${TERM_KINDS.map(kind => html`<${TermInput} key=${kind} app=${app} kind=${kind} id=${`filter-${kind}`} name=${kind} label=${t.terms[kind]} value=${terms[kind]} />`)}
      <//>
      <div class="actions">
        <${Button} type="submit" look="main" icon="search">${t.show}<//>
        ${!isAll && html`<${ButtonLink} href="/office/products">${t.clear}<//>`}
      </div>
    </form>`
}
