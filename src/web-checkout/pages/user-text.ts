/** The session line of every page, and the message for a browser without a session. */

import type { SafeHtml } from '@remix-run/html-template'
import type { SessionUser } from '../session/session-user.ts'
import { renderMessage } from './message.ts'
import type { Texts } from './texts/tr.ts'

/** Returns the session line, which shows in whose name an order is placed. */
export function describeUser(user: SessionUser<unknown>, t: Texts): string {
  switch (user.identity) {
    case 'member':
      return t.asMember(user.customerId)
    case 'guest':
      return t.asGuest
    case 'none':
      return t.noSession
  }
}

/** Renders the message for a browser without a session. @param first paragraphs before those of the message */
export function renderWithoutSession(t: Texts, first: string[] = []): SafeHtml {
  const { title, paragraphs } = t.unknownUser
  return renderMessage({ title, paragraphs: [...first, ...paragraphs] })
}
