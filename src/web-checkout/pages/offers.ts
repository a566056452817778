/** The campaigns that a cart nearly reaches, each with what is missing. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { moneyText, numberText } from './money-text.ts'
import type { ShownCart } from './page-model.ts'
import type { Texts } from './texts/tr.ts'

/** Renders a list of the offers; null without one. */
export function renderOffers({ data }: ShownCart, t: Texts): SafeHtml | null {
  const { offers = [] } = data.meta ?? {}
  if (offers.length === 0) return null
  const items = offers.map(({ name, missing: { total, quantity = 0 } }) => {
    const { before, after } = total
      ? t.offer(moneyText(total, t.locale))
      : t.offerPieces(numberText(quantity, t.locale))
    return html`
            <li>${before}<bdi class="code">${name}</bdi>${after}</li>`
  })
  return html`<ul class="offers" role="list" aria-label="${t.offers}">${items}</ul>`
}
