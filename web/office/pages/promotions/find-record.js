/** A field that opens a coupon by its code or a campaign by its number, since the API's lists have no search. */

import { Button } from '../../../ui/components/button.js'
import { html } from '../../../ui/html.js'
import { Field } from '../../ui/field.js'
import { isSegment } from '../../url.js'

/** The form. @param {{ app: import('../../app.js').App, kind: import('./promotion-kind.js').PromotionKind }} props */
export function FindRecord({ app, kind }) {
  const t = app.texts().promotions[kind.name]
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  const open = event => {
    event.preventDefault()
    const key = String(new FormData(event.currentTarget).get('find') ?? '').trim()
    if (isSegment(key)) app.go(kind.page(key))
  }
  return html`
    <form class="filters" noValidate onSubmit=${open}>
      <${Field} app=${app} name="find" label=${t.key} />
      <div class="actions"><${Button} type="submit" icon="search">${t.find}<//></div>
    </form>`
}
