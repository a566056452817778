/** What the search says that it finds: only what the person may read. */

import { scopes } from '../pages/search/searches.js'

/** @typedef {import('../app.js').App} App */

/** Words of the field while it is empty: more have no room. */
const FEW = 4

/** The name of the field. @param {App} app */
export function labelOf(app) {
  const { search: t } = app.texts()
  const words = findsOf(app).flatMap(({ finds }) => finds.map(([word]) => word))
  return words.length === 0 ? t.title : t.label(words.join(', '))
}

/** The text of the empty field: of customers two words, of the others one. @param {App} app */
export function placeholderOf(app) {
  const all = findsOf(app).flatMap(({ group, finds }) => finds.slice(0, group === 'customers' ? 2 : 1))
  const words = all.slice(0, FEW).map(([word]) => word)
  return words.length === 0 ? '' : `${capitalised(words.join(', '), app.texts().locale)}…`
}

/** What can be typed, in sentences. @param {App} app */
export function hintOf(app) {
  const { search: t, locale } = app.texts()
  const typed = findsOf(app).flatMap(({ finds }) => finds.map(([, text]) => text))
  const list = new Intl.ListFormat(locale, { type: 'disjunction' }).format(typed)
  return typed.length === 0 ? t.keysHint : `${capitalised(t.hint(list), locale)} ${t.keysHint}`
}

/** What is found in the groups that the person may read. @param {App} app */
function findsOf(app) {
  const groups = Object.entries(app.texts().search.finds).map(([group, finds]) => ({
    group: /** @type {import('../pages/search/searches.js').Group} */ (group),
    finds,
  }))
  return groups.filter(({ group }) => app.can(scopes[group]))
}

/** @param {string} text @param {string} locale */
function capitalised(text, locale) {
  return text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1)
}
