/** The products: a search, a filter for those of which little is left, and the list. */

import { Button, ButtonLink } from '../../../../ui/browser/components/button.js'
import { html } from '../../../../ui/browser/html.js'
import { Card } from '../../ui/card.js'
import { Field } from '../../ui/field.js'
import { PageTitle } from '../../ui/page-title.js'
import { queryOf } from '../../url.js'
import { queriesFor, queryForId } from './find-products.js'
import { ProductList } from './product-list.js'

/** The page: the list, or one product. @param {import('../../app.js').PageProps} props */
export function Page({ app, params: { id }, query }) {
  const t = app.texts().products
  const text = (query.get('q') ?? '').trim()
  const typed = query.get('low') ?? ''
  const low = /^\d{1,9}$/.test(typed) ? Number(typed) : null
  const queries = id === undefined ? queriesFor(text, low !== null) : [queryForId(id)]
  return html`
    <${PageTitle} app=${app} title=${id === undefined ? t.title : t.product(id)} lead=${app.can('catalogue:write') ? t.lead : t.leadReading} />
    <${ProductFilter} app=${app} text=${text} low=${typed} isAll=${id === undefined && text === '' && typed === ''} />
    <${Card} title=${t.list} isTitleHidden><${ProductList} app=${app} queries=${queries} low=${low} /><//>`
}

/** @param {{ app: import('../../app.js').App, text: string, low: string, isAll: boolean }} props */
function ProductFilter({ app, text, low, isAll }) {
  const t = app.texts().products
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  const show = event => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [q, most] = ['q', 'low'].map(name => String(data.get(name) ?? '').trim())
    app.go(`/office/products${queryOf({ q, low: most })}`)
  }
  return html`
    <form class="list-filter" role="search" aria-label=${t.find} onSubmit=${show}>
      <${Field} app=${app} name="q" type="search" label=${t.find} hint=${t.findHint} value=${text} />
      <${Field} app=${app} name="low" type="number" label=${t.low} hint=${t.lowHint} value=${low} />
      <div class="actions">
        <${Button} type="submit" look="main" icon="search">${t.show}<//>
        ${!isAll && html`<${ButtonLink} href="/office/products">${t.clear}<//>`}
      </div>
    </form>`
}
