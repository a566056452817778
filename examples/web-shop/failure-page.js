/** The page about a failed request: what happened, and the way onward. A form that was sent stands on it, to be sent again. */

import { alert, document, html, messageOf } from './html.js'
import { textsIn } from './texts.js'

/** Fields whose values the page shows; a password is not kept. */
const TYPED = ['name', 'code']

/** Where to try again: a page, or a form that was sent to it. @typedef {{ path: string, form?: URLSearchParams }} Again */

/** Renders the page. @param {string} key a key of the texts' messages @param {'tr' | 'en'} language @param {string} shop @param {Again} [again] */
export function failurePage(key, language, shop, again) {
  const t = textsIn[language]
  const path = key === 'offline' ? '' : again?.path
  const texts = key === 'offline' ? html` data-kept="${t.formKept}" data-password="${t.password}"` : []
  const link = path === undefined ? [] : html`<a href="${path}" class="button"${texts}>${t.tryAgain}</a>`
  const main = html`<h1>${t.sorry}</h1>${alert(messageOf(key, t))}
    <div class="end">${again?.form ? renderForm(again.path, again.form, t) : link}
    <p><a href="/urunler">${t.toProducts}</a> · <a href="/sepet">${t.toCart}</a></p></div>`
  return document(t.sorry, { shop, path: '', shopper: { identity: 'none' } }, main, t)
}

/** @param {string} path @param {URLSearchParams} form @param {import('./texts.js').Texts} t */
function renderForm(path, form, t) {
  const fields = [...form].filter(([name]) => name !== 'password')
  const typed = fields.filter(([name, value]) => TYPED.includes(name) && value !== '')
  return html`<form method="post" action="${path}">
      <p>${t.formKept} ${typed.map(([, value]) => html`<strong dir="auto">${value}</strong> `)}</p>
      ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
      ${form.has('password') ? html`<label>${t.password} <input name="password" type="password" autocomplete="current-password" required maxlength="200"></label>` : []}
      <button class="button">${t.tryAgain}</button></form>`
}
