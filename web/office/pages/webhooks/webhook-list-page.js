/** The webhooks of the shop, and the form of a new one. */

import { ButtonLink } from '../../../ui/components/button.js'
import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { shortText } from '../../format/short-text.js'
import { stateful } from '../../stateful.js'
import { Card } from '../../ui/card.js'
import { PageTitle } from '../../ui/page-title.js'
import { RecordList } from '../../ui/record-list.js'
import { UserText } from '../../ui/user-text.js'
import { path } from '../../url.js'
import { createWebhook, warningsText } from './webhook-actions.js'
import { WebhookForm } from './webhook-form.js'
import { Attempt, NewSecret, StateBadge } from './webhook-parts.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./webhook-model.js').Webhook} Webhook */

/** The page: the list, or with `?new=1` the form. @param {import('../../app.js').PageProps} props */
export function Page({ app, query }) {
  const t = app.texts().webhooks
  const isNew = query.has('new') && app.can('webhooks:write')
  const create =
    app.can('webhooks:write') &&
    html`<${ButtonLink} href="/office/webhooks?new=1" look="main" icon="plus">${t.create}<//>`
  return html`
    <${PageTitle} app=${app} title=${isNew ? t.newTitle : t.title} lead=${t.lead} actions=${isNew ? null : create} />
    ${isNew ? html`<${NewWebhook} app=${app} />` : html`<${Card} title=${t.list} isTitleHidden><${List} app=${app} /><//>`}`
}

/** @param {{ app: App }} props */
function List({ app }) {
  const { locale, webhooks: t } = app.texts()
  const number = /** @type {const} */ ('number')
  const columns = [
    {
      title: t.name,
      cell: (/** @type {Webhook} */ { name }) => html`<a href=${path`/office/webhooks/${name}`}>${name}</a>`,
    },
    { title: t.state, cell: (/** @type {Webhook} */ webhook) => html`<${StateBadge} app=${app} webhook=${webhook} />` },
    { title: t.url, cell: (/** @type {Webhook} */ { url }) => html`<${UserText} text=${url} />` },
    {
      title: t.lastSuccess,
      cell: (/** @type {Webhook} */ each) => html`<${Attempt} app=${app} outcome=${each.lastSuccess} isShort />`,
    },
    {
      title: t.lastFailure,
      cell: (/** @type {Webhook} */ each) => html`<${Attempt} app=${app} outcome=${each.lastFailure} isShort />`,
    },
    { title: t.pending, kind: number, cell: (/** @type {Webhook} */ { pending }) => numberText(pending, locale) },
    { title: t.lost, kind: number, cell: (/** @type {Webhook} */ { lost }) => numberText(lost, locale) },
  ]
  const keyOf = (/** @type {Webhook} */ { name }) => name
  return html`<${RecordList} app=${app} label=${t.list} path="/webhooks" query="" columns=${columns} keyOf=${keyOf} empty=${t.empty} />`
}

/** @typedef {{ app: App }} NewProps */

const NewWebhook = stateful(
  (/** @type {NewProps} */ _props) => ({ created: /** @type {Webhook | null} */ (null) }),
  ({ app }, { created }, set) => {
    const t = app.texts().webhooks
    /** @param {string} name @param {{ url: string, types: string[] }} body */
    const save = async (name, body) => {
      const { data, meta } = await createWebhook(app, name, body)
      app.notify({ kind: 'good', text: `${t.created(shortText(name))} ${warningsText(app, meta.warnings)}`.trim() })
      set({ created: data })
    }
    if (!created) {
      return html`
        <${Card} title=${t.details}>
          <p>${t.whatFor}</p>
          <${WebhookForm} app=${app} onSave=${save} onCancel=${() => app.go('/office/webhooks')} />
        <//>`
    }
    const done = () => app.show(path`/office/webhooks/${created.name}`)
    return html`<${NewSecret} app=${app} secret=${created.secret ?? ''} onDone=${done} />`
  },
)
