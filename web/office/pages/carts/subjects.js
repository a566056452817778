/** The owners of carts: `member:42`, `guest:<uuid>`, or `ucp:<uuid>` of a shopping agent. */

/** @typedef {'member' | 'guest' | 'ucp'} Kind */

/** The kind of a subject, and what follows it. @param {string} subject @returns {{ kind: Kind, id: string }} */
export function readSubject(subject) {
  const [kind, ...rest] = subject.split(':')
  const id = rest.join(':')
  return { kind: kind === 'member' || kind === 'ucp' ? kind : 'guest', id }
}

/** How a list names an owner: a guest by the first digits of the id. @param {string} subject @param {import('../../texts/texts.js').Texts} texts */
export function subjectText(subject, { carts: t }) {
  const { kind, id } = readSubject(subject)
  return kind === 'member' ? t.member(id) : `${t[kind]} ${id.slice(0, 8)}`
}

/** The subject of a guest whose id was typed; a whole subject stays as it is. @param {string | null} text */
export function typedSubject(text) {
  const id = text?.trim() ?? ''
  return id === '' || id.includes(':') ? id || null : `guest:${id}`
}

/** The channel on which promotions are judged: one that was asked for, otherwise that on which such a cart is read. @param {string | null} asked @param {string} subject */
export function channelOf(asked, subject) {
  if (asked !== null && CHANNELS.includes(asked)) return asked
  return readSubject(subject).kind === 'ucp' ? 'agent' : 'app'
}

const CHANNELS = ['app', 'web', 'agent']
