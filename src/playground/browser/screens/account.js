/** The account screen: a guest can log in as a test member; a member can see orders and log out. */

import { h } from '../dom.js'
import { icon } from '../icons.js'
import { heading } from './components.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').Member} Member */

/** Draws the account screen. @param {App} app */
export function drawAccount(app) {
  const { shopper } = app.state
  return [
    h('header.bar', {}, heading(app.texts().account)),
    ...(shopper?.kind === 'member' ? drawMember(app, shopper) : drawGuest(app)),
  ]
}

/** @param {App} app @param {{ id: number, name: string | null }} shopper */
function drawMember({ state, texts }, { id, name }) {
  const t = texts()
  const about = describe(
    t,
    state.shop?.members.find(member => member.id === id),
  )
  return [
    h(
      'section.panel.shopper',
      { 'data-key': 'member' },
      h('span.avatar', { 'aria-hidden': 'true' }, initials(name) || icon('person')),
      h(
        'div',
        {},
        h('h3', { dir: 'auto' }, name ?? t.customer(String(id))),
        h('p.hint', { dir: 'auto' }, [t.asMember(String(id)), about].filter(Boolean).join(' · ')),
      ),
    ),
    h(
      'div.stack',
      { 'data-key': 'account-actions' },
      h('button.quiet', { type: 'button', 'data-action': 'show-orders' }, t.orders),
      h('button.quiet', { type: 'button', 'data-action': 'new-guest' }, t.logOut),
    ),
    drawSecondPhone(t),
  ]
}

/** @param {App} app */
function drawGuest({ state, texts }) {
  const t = texts()
  const members = state.shop?.members ?? []
  return [
    h(
      'section.panel.shopper',
      { 'data-key': 'guest' },
      h('span.avatar', { 'aria-hidden': 'true' }, icon('person')),
      h('div', {}, h('h3', {}, t.asGuest), h('p.hint', {}, t.asGuestHint)),
    ),
    h(
      'section.panel',
      { 'data-key': 'log-in', 'aria-labelledby': 'log-in-title' },
      h('h3', { id: 'log-in-title' }, t.logIn),
      h('p.hint', {}, members.length > 0 ? t.logInHint : t.noMembers),
      members.length > 0 &&
        h('ul.members', { role: 'list' }, ...members.map(member => drawMemberChoice(texts(), member))),
    ),
    h(
      'div.stack',
      { 'data-key': 'account-actions' },
      h('button.quiet', { type: 'button', 'data-action': 'new-guest' }, t.newGuest),
    ),
    drawSecondPhone(t),
  ]
}

/**
 * Draws a link to a second phone. `opener` copies the session storage, with the shopper, into the new window.
 * @param {import('../app.js').Texts} t
 */
function drawSecondPhone(t) {
  return h(
    'section.panel',
    { 'data-key': 'second-phone', 'aria-labelledby': 'second-phone-title' },
    h('h3', { id: 'second-phone-title' }, t.secondPhone),
    h('p.hint', {}, t.secondPhoneHint),
    h('a.quiet', { href: '/', target: '_blank', rel: 'opener' }, t.openSecondPhone),
  )
}

/** @param {import('../app.js').Texts} t @param {Member} member */
function drawMemberChoice(t, member) {
  const { id, name, status } = member
  const state = status === 'inactive' || status === 'banned' ? t.status[status] : ''
  const about = describe(t, member)
  return h(
    'li',
    { 'data-key': id },
    h(
      'button.member',
      { type: 'button', 'data-action': 'log-in', 'data-customer': id },
      h('span.avatar', { 'aria-hidden': 'true' }, initials(name) || icon('person')),
      h(
        'span',
        {},
        h('b', { dir: 'auto' }, name ?? t.customer(String(id))),
        about && h('small', { dir: 'auto' }, about),
      ),
      state && h('span.tag', {}, state),
    ),
  )
}

/** A member's group and dealer status, as text. @param {import('../app.js').Texts} t @param {Member} [member] */
function describe(t, member) {
  return [member?.group, member?.dealer && t.dealer].filter(Boolean).join(' · ')
}

/** The initials of the first and the last name. @param {string | null} name */
function initials(name) {
  const words = (name ?? '').split(/\s+/).filter(Boolean)
  return [words.at(0), words.length > 1 && words.at(-1)].map(word => (word ? [...word][0] : '')).join('')
}
