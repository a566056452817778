/** Who caused something, as events and histories say it. */

import { shortText } from './short-text.js'
import { staffName, staffOfRole } from './staff-name.js'

/** @typedef {import('../texts/texts.js').Texts} Texts */

/** The actor of a token that `sepet token admin` made without a name: whoever sits at the command line. */
const UNNAMED_TOKEN = 'admin:cli'
const COMMAND_LINE = 'command-line'

/**
 * Says who caused something: members of the staff by name where it is known, others by what they are.
 * @param {{ actor: string | null, actorName?: string | null }} cause `actorName`: of a member of the staff, where it is kept
 * @param {Pick<Texts, 'events' | 'signIn'>} texts
 * @param {{ actor: string, name: string }} self who is signed in
 */
export function actorText({ actor, actorName = null }, texts, self) {
  const { actors: t } = texts.events
  if (actor === null) return t.deleted
  const name = actorName ?? (actor === self.actor ? self.name : staffOfRole(actor))
  if (name !== null) return t.by.admin?.(staffName({ actor, name: shortText(name) }, texts)) ?? name
  const said = actor === UNNAMED_TOKEN ? COMMAND_LINE : actor
  const at = said.indexOf(':')
  const [kind, id] = at === -1 ? [said, ''] : [said.slice(0, at), said.slice(at + 1)]
  return t.by[kind]?.(shortText(id)) ?? shortText(actor)
}
