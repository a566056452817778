/** The customers: a list by pages, with filters in the URL. */

import { html } from '../../../ui/html.js'
import { Card } from '../../ui/card.js'
import { Filters } from '../../ui/filters.js'
import { PageTitle } from '../../ui/page-title.js'
import { RecordList } from '../../ui/record-list.js'
import { Time } from '../../ui/time.js'
import { UserText } from '../../ui/user-text.js'
import { path, queryOf } from '../../url.js'
import { nameOf, StatusBadge } from './customer-names.js'
import { groupOptions } from './group-options.js'
import { WithGroups } from './with-groups.js'

/** @typedef {import('./customer-names.js').Customer} Customer */

/** The page. @param {import('../../app.js').PageProps} props */
export function Page({ app, query }) {
  const { customers } = app.texts()
  const filters = {
    'filter[search]': query.get('q'),
    'filter[email]': query.get('email'),
    'filter[customerGroupId]': query.get('group'),
    'filter[externalId]': query.get('externalId'),
    sort: query.get('sort'),
  }
  const first = queryOf({ limit: 50, include: 'group', ...filters })
  const filtersOf = (/** @type {import('./group-names.js').Group[] | null} */ groups) =>
    html`<${Filters} app=${app} page="/office/customers" query=${query} fields=${fieldsOf(app, groups, query.get('group') ?? '')} />`
  return html`
    <${PageTitle} app=${app} title=${customers.title} lead=${customers.lead} />
    <${WithGroups} app=${app} show=${filtersOf} />
    <${Card} title=${customers.label} isTitleHidden=${true}>
      <${RecordList} app=${app} label=${customers.label} path="/customers" query=${first} columns=${columnsOf(app)}
        keyOf=${(/** @type {Customer} */ { id }) => id} empty=${customers.empty} />
    <//>`
}

/** @param {import('../../app.js').App} app @param {import('./group-names.js').Group[] | null} groups @param {string} group that is filtered by @returns {import('../../ui/field.js').FieldSpec[]} */
function fieldsOf(app, groups, group) {
  const { customers: t, picker } = app.texts()
  const options = groupOptions(groups, group, { none: t.anyGroup, missing: id => picker.missing(picker.group(id)) })
  return [
    { name: 'q', label: t.search, type: 'search', hint: t.searchHint },
    { name: 'email', label: t.email, type: 'email' },
    groups === null || groups.length > 0
      ? { name: 'group', label: t.group, type: 'select', options }
      : { name: 'group', label: t.groupId },
    { name: 'externalId', label: t.externalId },
    { name: 'sort', label: t.sort, type: 'select', options: t.sorts },
  ]
}

/** @param {import('../../app.js').App} app @returns {import('../../ui/table.js').Column<Customer>[]} */
function columnsOf(app) {
  const texts = app.texts()
  const { customers: t } = texts
  return [
    {
      title: t.fullName,
      cell: each => html`<a href=${path`/office/customers/${each.id}`}><${UserText} text=${nameOf(each, texts)} /></a>`,
    },
    { title: t.number, cell: ({ id }) => id },
    { title: t.email, cell: ({ email }) => html`<${UserText} text=${email} />` },
    { title: t.group, cell: ({ group }) => html`<${UserText} text=${group?.name} />` },
    { title: t.status, cell: ({ status }) => html`<${StatusBadge} texts=${texts} status=${status} />` },
    { title: t.createdAt, cell: ({ createdAt }) => html`<${Time} app=${app} at=${createdAt} />` },
  ]
}
