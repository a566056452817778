/** The timeline: events by day, read backwards from the newest. */

import { Button } from '../../../ui/components/button.js'
import { numberText } from '../../../ui/format/money.js'
import { Component, html } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { Failed, Loading, Message } from '../../ui/states.js'
import { Time } from '../../ui/time.js'
import { readCampaignNames } from '../promotions/campaign-names.js'
import { campaignIn, groupOf } from './describe-event.js'
import { EventDay } from './event-day.js'
import { groupByDay, hasOlder, readerOf, readNewer, readNewest, readOlder } from './read-events.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./read-events.js').Timeline} Timeline */
/** @typedef {{ app: App, group: string | null }} TimelineProps `group`: only events of this group of types */
/** @typedef {{ timeline: Timeline | null, isLoading: boolean, problem: Problem | null }} TimelineState */

/** Events that one click adds, where there are so many. */
const WANTED = 50
/** Pages that one click reads, at most. */
const MAX_PAGES = 10
/** Campaigns whose names are read, each by a request. */
const NAMED = 20

/** The timeline; one with another `key` starts again. @extends {Component<TimelineProps, TimelineState>} */
export class EventTimeline extends Component {
  isGone = false
  read = readerOf(this.props.app.api.get)
  /** @override @type {TimelineState} */
  state = { timeline: null, isLoading: true, problem: null }

  /** @override */
  componentDidMount() {
    this.loadOlder()
  }

  /** @override */
  componentWillUnmount() {
    this.isGone = true
  }

  /** @param {(timeline: Timeline | null) => Promise<Timeline>} next */
  load = async next => {
    this.setState({ isLoading: true, problem: null })
    try {
      const timeline = await next(this.state.timeline)
      await readCampaignNames(this.props.app, campaignsIn(this.shownOf(timeline)))
      if (!this.isGone) this.setState({ timeline, isLoading: false })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (!this.isGone) this.setState({ problem: error, isLoading: false })
    }
  }

  loadNewer = () => this.load(timeline => (timeline ? readNewer(this.read, timeline) : readNewest(this.read)))

  /** Reads older pages until enough events of the group are found. */
  loadOlder = () =>
    this.load(async before => {
      let timeline = before ? await readOlder(this.read, before) : await readNewest(this.read)
      const full = this.shownOf(before).length + WANTED
      for (let page = 1; page < MAX_PAGES && hasOlder(timeline) && this.shownOf(timeline).length < full; page++)
        timeline = await readOlder(this.read, timeline)
      return timeline
    })

  /** @param {Timeline | null} timeline */
  shownOf(timeline) {
    const { group } = this.props
    return (timeline?.events ?? []).filter(({ type }) => group === null || groupOf(type) === group)
  }

  /** @override */
  render() {
    const { app } = this.props
    const { timeline, isLoading, problem } = this.state
    const t = app.texts().events
    if (problem && !timeline) return html`<${Failed} app=${app} problem=${problem} onAgain=${this.loadOlder} />`
    if (!timeline) return html`<${Loading} app=${app} lines=${10} />`
    const shown = this.shownOf(timeline)
    return html`
      <div class="actions"><${Button} icon="again" isBusy=${isLoading} onClick=${this.loadNewer}>${t.refresh}<//></div>
      ${shown.length === 0 && html`<${Message} icon="clock" title=${t.empty} />`}
      ${groupByDay(shown, app.clock().zone).map(({ day, events }) => html`<${EventDay} key=${day} app=${app} events=${events} />`)}
      ${problem && html`<${Failed} app=${app} problem=${problem} onAgain=${this.loadOlder} />`}
      <${Reach} app=${app} timeline=${timeline} count=${shown.length} isLoading=${isLoading} onOlder=${this.loadOlder} />`
  }
}

/** The campaigns that are named: the last that events are about, without those that were deleted. @param {Timeline['events']} events */
function campaignsIn(events) {
  const idsOf = (/** @type {Timeline['events']} */ some) => new Set(some.map(({ subject }) => campaignIn(subject)))
  const deleted = idsOf(events.filter(({ type }) => type === 'campaign.deleted'))
  return [...idsOf(events)].filter(id => id !== null && !deleted.has(id)).slice(0, NAMED)
}

/** How far back the timeline reaches. @param {{ app: App, timeline: Timeline, count: number, isLoading: boolean, onOlder: () => void }} props */
function Reach({ app, timeline, count, isLoading, onOlder }) {
  const { locale, events: t } = app.texts()
  const oldest = timeline.events.at(-1)
  if (!oldest) return null
  const isMore = hasOlder(timeline)
  return html`
    <div class="pager">
      <p role="status">
        ${t.looked(numberText(count, locale), numberText(timeline.events.length, locale))}${' '}
        ${isMore ? t.reaches : t.reachesAll} <${Time} app=${app} at=${oldest.at} />.
      </p>
      ${isMore && html`<${Button} icon="down" isBusy=${isLoading} onClick=${onOlder}>${t.older}<//>`}
    </div>`
}
