/** The form of the login: closed while it is not needed, and with its message and what was typed after a refused attempt. */

import { alert, html, messageOf } from './html.js'

/** @typedef {import('./html.js').Cart} Cart */
/** @typedef {import('./texts.js').Texts} Texts */
/** A refused attempt: the message, and what was typed, without the password. @typedef {{ message: string, name: string, merge: string | null }} Attempt */

const focus = html` autofocus`

/** Renders the login of a shopper who is not logged in. @param {Cart | undefined} cart a guest's cart, which may come along @param {Attempt | undefined} attempt @param {Texts} t */
export function renderLogin(cart, attempt, t) {
  const invalid = attempt?.message === 'login' ? html` aria-invalid="true" aria-describedby="login-message"` : []
  return html`<details class="login"${attempt || !cart ? html` open` : []}>
      <summary>${t.loginQuestion}</summary>
      <form method="post" id="login">
        ${attempt ? html`<div id="login-message">${alert(messageOf(attempt.message, t))}</div>` : []}
        <label>${t.name} <input name="name" value="${attempt?.name}" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="200"${invalid}></label>
        <label>${t.password} <input name="password" type="password" autocomplete="current-password" required maxlength="200"${invalid}${attempt?.message === 'login' ? focus : []}></label>
        ${cart ? renderMerge(cart, attempt, t) : []}
        <button name="do" value="login" class="button">${t.logIn}</button>
      </form>
    </details>`
}

/** Asks whether a guest's cart comes along. No answer is preset: the cart may be that of somebody else. @param {Cart} cart @param {Attempt | undefined} attempt @param {Texts} t */
function renderMerge({ included }, attempt, t) {
  if (included.length === 0) return []
  const isAsked = attempt?.message === 'merge'
  const answers = [
    ['yes', t.takeAlong],
    ['no', t.leaveBehind],
  ].map(([value, text], index) => {
    const marks = [attempt?.merge === value ? html` checked` : [], isAsked && index === 0 ? focus : []]
    return html`<label><input type="radio" name="merge" value="${value}" required${marks}> ${text}</label>`
  })
  return html`<fieldset>
      <legend>${t.guestCart(included.length)}</legend>
      ${answers}
    </fieldset>`
}
