/** Who changed a record, behind a line that unfolds it: nothing is loaded before. */

import { Button } from '../../../ui/components/button.js'
import { Icon } from '../../../ui/components/icon.js'
import { Component, html } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { actorText } from '../../format/actor-text.js'
import { problemText } from '../../problems.js'
import { Loading } from '../../ui/states.js'
import { Time } from '../../ui/time.js'
import { UserText } from '../../ui/user-text.js'
import { queryOf } from '../../url.js'
import { readNames } from './change-names.js'
import { fieldText, saidFields, valueText } from './change-text.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./change-text.js').FieldChange} FieldChange */
/** @typedef {{ id: number, at: string, actor: string, actorName: string | null, via: 'office' | 'api' | 'import' | 'cli', changes: FieldChange[] }} Change */
/** @typedef {{ app: App, target: string, title?: string }} Props `target`: as the admin API names it, such as `product:101` */
/** @typedef {{ changes: Change[] | null, next: string | null, isBusy: boolean, problem: Problem | null, names: import('./change-names.js').Names }} State */

/** Changes of a page. */
const LIMIT = 20

/** The history, for who may read it. @param {Props} props */
export function ChangeHistory(props) {
  return props.app.can('events:read') ? html`<${History} key=${props.target} ...${props} />` : null
}

/** @extends {Component<Props, State>} */
class History extends Component {
  /** @override @type {State} */
  state = { changes: null, next: null, isBusy: false, problem: null, names: new Map() }
  isGone = false

  /** @override */
  componentWillUnmount() {
    this.isGone = true
  }

  /** Each time that it is opened, the newest changes are read. @param {Event & { currentTarget: HTMLDetailsElement }} event */
  toggle = ({ currentTarget }) => {
    if (currentTarget.open) this.read(null)
  }

  /** @param {string | null} after */
  read = async after => {
    const { app, target } = this.props
    this.setState({ isBusy: true, problem: null })
    try {
      const { data, links } = await app.api.get(`/history${queryOf({ 'filter[target]': target, limit: LIMIT, after })}`)
      const shown = after === null ? [] : (this.state.changes ?? [])
      const next = links.next && new URL(links.next).searchParams.get('after')
      const fields = /** @type {Change[]} */ (data).flatMap(({ changes }) => changes)
      const names = new Map([...this.state.names, ...(await readNames(app, target, fields))])
      if (!this.isGone) this.setState({ changes: [...shown, ...data], next, isBusy: false, names })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (!this.isGone) this.setState({ problem: error, isBusy: false })
    }
  }

  /** @override */
  render() {
    const { app, title } = this.props
    const { changes, next, isBusy, problem, names } = this.state
    const t = app.texts().history
    return html`
      <details class="card change-history" onToggle=${this.toggle}>
        <summary><h2>${title ?? t.title}</h2><${Icon} name="down" /></summary>
        ${problem && html`<p class="alert" role="alert">${problemText(problem, app.texts())}</p>`}
        ${changes === null && isBusy && html`<${Loading} app=${app} />`}
        ${changes?.length === 0 && html`<p class="hint">${t.none}</p>`}
        ${changes !== null && changes.length > 0 && html`<ol role="list">${changes.map(each => html`<${Entry} key=${each.id} app=${app} change=${each} names=${names} />`)}</ol>`}
        ${next && html`<${Button} isBusy=${isBusy} onClick=${() => this.read(next)}>${t.older}<//>`}
      </details>`
  }
}

/** @param {{ app: App, change: Change, names: import('./change-names.js').Names }} props */
function Entry({ app, names, change: { at, actor, actorName, via, changes } }) {
  const texts = app.texts()
  const { history: t } = texts
  const { isFirst, said } = saidFields(changes)
  const by = actorText({ actor, actorName }, texts, app.session())
  return html`
    <li>
      <p class="hint"><${Time} app=${app} at=${at} /> · <bdi>${by}</bdi> · ${t.ways[via]}</p>
      <ul>${said.map(each => html`<${Field} key=${each.field} app=${app} change=${each} names=${names} isFirst=${isFirst} />`)}</ul>
    </li>`
}

/** @param {{ app: App, change: FieldChange, names: import('./change-names.js').Names, isFirst: boolean }} props `isFirst`: nothing had a value before */
function Field({ app, change, names, isFirst }) {
  const { field } = change
  const name = html`<bdi>${fieldText(app, field, names)}</bdi>`
  if (!('from' in change) && !('to' in change)) return html`<li>${name}</li>`
  const [from, to] = [change.from, change.to].map(value => valueText(app, field, value ?? null, names))
  if (isFirst) return html`<li>${name}: <strong><${UserText} text=${to} /></strong></li>`
  return html`<li>${name}: <${UserText} text=${from} /> → <strong><${UserText} text=${to} /></strong></li>`
}
