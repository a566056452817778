/** Whose session it is, in words; and what to tell somebody who has none. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { Visitor } from '../visitor.ts'
import { renderMessage } from './message.ts'

/** One line that every page carries, so that nobody orders as somebody else unknowingly. */
export function describeWho(who: Visitor): string {
  switch (who.identity) {
    case 'member':
      return `Üye olarak alışveriş yapıyorsunuz · Müşteri no. ${who.customerId}`
    case 'guest':
      return 'Misafir olarak alışveriş yapıyorsunuz'
    case 'none':
      return 'Oturum yok'
  }
}

/** What stands in place of a page when there is no session; `first` is said before the reasons. */
export function renderNobody(first?: string): SafeHtml {
  return renderMessage({
    title: 'Sizi tanıyamadık',
    text: html`${first ? html`<p>${first}</p>` : null}
      <p>Oturumunuz yok: bu bağlantı daha önce kullanılmış ya da süresi dolmuş olabilir. Her bağlantı yalnızca bir kez ve kısa
      bir süre için geçerlidir.</p>
      <p>Uygulamaya dönüp tekrar deneyin; size yeni bir bağlantı verilir. Sepetiniz uygulamada duruyor.</p>`,
  })
}
