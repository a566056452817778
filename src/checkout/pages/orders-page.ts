/** Where a member's orders will be: Sepet takes none, so the shop's own pages show them. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { Visitor } from '../visitor.ts'
import { renderMessage } from './message.ts'
import { renderNobody } from './who.ts'

const back = { path: '/sepet', text: 'Sepete dön' }

/** Renders the place of a member's orders, or says that it is for members. */
export function renderOrders(who: Visitor): SafeHtml {
  switch (who.identity) {
    case 'member':
      return renderMessage({
        title: 'Siparişlerim',
        text: html`<p>Siparişlerinizi burada mağazanın kendi sayfaları gösterir. Bu örnek sayfada gösterilecek sipariş
          yok.</p>`,
        link: back,
      })
    case 'guest':
      return renderMessage({
        title: 'Bu sayfa üyeler içindir',
        text: html`<p>Siparişlerinizi görmek için uygulamada üye girişi yapıp tekrar deneyin.</p>`,
        link: back,
      })
    case 'none':
      return renderNobody('Bu sayfa üyeler içindir.')
  }
}
