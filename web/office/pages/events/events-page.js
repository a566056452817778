/** What has happened in the shop, the newest first. */

import { html } from '../../../ui/html.js'
import { Card } from '../../ui/card.js'
import { PageTitle } from '../../ui/page-title.js'
import { Tabs } from '../../ui/tabs.js'
import { queryOf } from '../../url.js'
import { GROUPS } from './describe-event.js'
import { EventTimeline } from './event-timeline.js'

/** The page. @param {import('../../app.js').PageProps} props */
export function Page({ app, query }) {
  const { events: t, list } = app.texts()
  const wanted = query.get('type') ?? ''
  const group = GROUPS.includes(wanted) ? wanted : null
  const tab = (/** @type {string | null} */ each) => ({
    href: `/office/events${queryOf({ type: each })}`,
    text: each === null ? list.all : (t.groups[each] ?? each),
    isCurrent: each === group,
  })
  return html`
    <${PageTitle} app=${app} title=${t.title} lead=${t.lead} />
    <${Tabs} label=${t.filter} links=${[null, ...GROUPS].map(tab)} />
    <${Card} title=${t.list} isTitleHidden><${EventTimeline} key=${wanted} app=${app} group=${group} /><//>`
}
