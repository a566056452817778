/** A list of the admin API: a table that grows by a page at a time. */

import { Button } from '../../ui/components/button.js'
import { Component, html } from '../../ui/html.js'
import { Problem } from '../../ui/request.js'
import { nextQuery } from '../url.js'
import { Failed, Loading, Message } from './states.js'
import { Table } from './table.js'

/**
 * @typedef {object} ListProps
 * @property {import('../app.js').App} app
 * @property {string} label what the list has
 * @property {string} path below `/api/v3/admin`
 * @property {string} query of the first page; a list with another `key` starts again
 * @property {import('./table.js').Column<any>[]} columns
 * @property {(row: any) => string | number} keyOf
 * @property {(page: any) => any[] | Promise<any[]>} [rowsOf] takes the rows out of a page; without it they are its `data`
 * @property {string} empty what an empty list says
 */

/** @typedef {{ rows: any[], next: string | null, isLoading: boolean, problem: Problem | null }} Pages `next`: query of the next page */

/** The list, with a button for the next page. @extends {Component<ListProps, Pages>} */
export class RecordList extends Component {
  /** @override @type {Pages} */
  state = { rows: [], next: this.props.query, isLoading: true, problem: null }
  isGone = false

  /** @override */
  componentDidMount() {
    this.loadPage()
  }

  /** @override */
  componentWillUnmount() {
    this.isGone = true
  }

  loadPage = async () => {
    const { app, path, rowsOf } = this.props
    this.setState({ isLoading: true, problem: null })
    try {
      const page = await app.api.get(`${path}${this.state.next}`)
      const { data, links } = page
      const more = (await rowsOf?.(page)) ?? data
      if (!this.isGone)
        this.setState({ rows: [...this.state.rows, ...more], next: nextQuery(links.next), isLoading: false })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (!this.isGone) this.setState({ problem: error, isLoading: false })
    }
  }

  /** @override */
  render() {
    const { app, label, columns, keyOf, empty } = this.props
    const { rows, next, isLoading, problem } = this.state
    const hasEnded = rows.length === 0 && next === null && !problem
    if (hasEnded) return html`<${Message} icon="search" title=${empty} />`
    return html`
      ${rows.length > 0 && html`<${Table} label=${label} columns=${columns} rows=${rows} keyOf=${keyOf} />`}
      ${problem && html`<${Failed} app=${app} problem=${problem} onAgain=${this.loadPage} />`}
      ${rows.length === 0 && isLoading && html`<${Loading} app=${app} lines=${10} />`}
      ${(rows.length > 0 || !isLoading) && !problem && html`<${Pager} app=${app} count=${rows.length} pager=${this.state} onMore=${this.loadPage} />`}`
  }
}

/**
 * How many rows there are, and a button for more. A page may be empty and have a next one.
 * @param {{ app: import('../app.js').App, count: number, pager: Pages, onMore: () => void }} props
 */
function Pager({ app, count, pager: { next, isLoading }, onMore }) {
  const t = app.texts()
  return html`
    <div class="pager">
      <p role="status">${t.list.shown(String(count))}</p>
      ${next !== null && html`<${Button} icon="down" isBusy=${isLoading} onClick=${onMore}>${t.list.more}<//>`}
    </div>`
}
