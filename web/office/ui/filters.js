/** The filters of a list: a form whose values are the query of the page, so that a filtered list can be sent to a colleague. */

import { Button, ButtonLink } from '../../ui/components/button.js'
import { html } from '../../ui/html.js'
import { queryOf } from '../url.js'
import { Field } from './field.js'

/**
 * The form.
 * @param {object} props
 * @param {import('../app.js').App} props.app
 * @param {string} props.page path of the list's page
 * @param {URLSearchParams} props.query of the page
 * @param {Record<string, string | null>} [props.kept] parameters that are not filtered by this form
 * @param {import('./field.js').FieldSpec[]} props.fields each named as its parameter of the page
 */
export function Filters({ app, page, query, fields, kept = {} }) {
  const t = app.texts()
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  const filter = event => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const values = fields.map(({ name }) => [name, String(data.get(name) ?? '').trim()])
    app.go(`${page}${queryOf({ ...kept, ...Object.fromEntries(values) })}`)
  }
  const isFiltered = fields.some(({ name }) => query.has(name))
  return html`
    <form class="filters" noValidate onSubmit=${filter}>
      ${fields.map(spec => html`<${Field} key=${spec.name} app=${app} ...${spec} value=${query.get(spec.name)} />`)}
      <div class="actions">
        <${Button} type="submit" icon="search">${t.list.filter}<//>
        ${isFiltered && html`<${ButtonLink} href=${`${page}${queryOf(kept)}`}>${t.list.clear}<//>`}
      </div>
    </form>`
}
