/** Whose session it is, in words; and what to tell somebody who has none. */

import type { SafeHtml } from '@remix-run/html-template'
import type { SessionUser } from '../session/session-user.ts'
import { renderMessage } from './message.ts'
import type { Texts } from './texts/tr.ts'

/** One line that every page carries, so that nobody orders as somebody else unknowingly. */
export function describeWho(who: SessionUser, t: Texts): string {
  switch (who.identity) {
    case 'member':
      return t.asMember(who.customerId)
    case 'guest':
      return t.asGuest
    case 'none':
      return t.noSession
  }
}

/** What stands in place of a page when there is no session; `first` is said before the reasons. */
export function renderNobody(t: Texts, first: string[] = []): SafeHtml {
  const { title, paragraphs } = t.nobody
  return renderMessage({ title, paragraphs: [...first, ...paragraphs] })
}
