/** The first page: today, the search, what needs an act, what is little and sold out, and what is left in carts, as far as the scopes allow. */

import { ButtonLink } from '../../../ui/components/button.js'
import { html } from '../../../ui/html.js'
import { isolate } from '../../format/isolate.js'
import { SearchField } from '../../layout/search-field.js'
import { hintOf } from '../../layout/search-hints.js'
import { Card } from '../../ui/card.js'
import { PageTitle } from '../../ui/page-title.js'
import { AbandonedCard } from './abandoned-card.js'
import { AttentionCard } from './attention-card.js'
import { CartsCard } from './carts-card.js'
import { EventCards } from './event-cards.js'
import { LowStockCard } from './low-stock-card.js'
import { quickLinksOf } from './pages-of-office.js'
import { TodayCard } from './today-card.js'
import { WebhooksCard } from './webhooks-card.js'

/** The page. @param {import('../../app.js').PageProps} props */
export function Page({ app }) {
  const t = app.texts()
  return html`
    <${PageTitle} app=${app} title=${t.home.welcome(isolate(app.session().name))} lead=${t.home.lead} />
    ${app.can('checkouts:read') && html`<${TodayCard} app=${app} />`}
    <${Card} title=${t.home.find} class="find">
      <${SearchField} app=${app} id="home-search" />
      <p class="hint">${hintOf(app)}</p>
      <div class="quick">${quickLinksOf(app).map(({ href, text }) => html`<${ButtonLink} key=${href} href=${href}>${text}<//>`)}</div>
    <//>
    ${app.can('checkouts:read') && html`<${AttentionCard} app=${app} />`}
    ${app.can('webhooks:read') && html`<${WebhooksCard} app=${app} />`}
    <div class="pictures">
      ${app.can('catalogue:read') && html`<${LowStockCard} app=${app} />`}
      ${app.can('events:read') && html`<${EventCards} app=${app} />`}
    </div>
    ${app.can('carts:read') && html`<div class="pictures"><${AbandonedCard} app=${app} /><${CartsCard} app=${app} /></div>`}`
}
