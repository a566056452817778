/** The codes of a campaign: those of a batch, used ones, and those that begin with a text. */

import { Button } from '../../../../ui/components/button.js'
import { html } from '../../../../ui/html.js'
import { Field } from '../../../ui/field.js'
import { RecordList } from '../../../ui/record-list.js'
import { UserText } from '../../../ui/user-text.js'
import { isSegment, path, queryOf } from '../../../url.js'
import { usesText, validityText } from '../promotion-summary.js'
import { StateBadge } from '../state-badge.js'

/** @typedef {import('../../../app.js').App} App */
/** @typedef {{ code: string, used: string, batch: string }} Sought what was asked for; empty texts ask for nothing */
/** @typedef {import('../promotion-record.js').PromotionRecord & { uses: { completed: number, held: number } }} Code */

/**
 * The search, and below it the list once somebody has searched. A search with another `key` begins with what was sought.
 * @param {object} props
 * @param {App} props.app
 * @param {number} props.campaignId
 * @param {Sought | null} props.sought
 * @param {number} props.turn the list is read again with another one
 * @param {(sought: Sought) => void} props.onSeek
 */
export function CodeList({ app, campaignId, sought, turn, onSeek }) {
  const { codes: t } = app.texts()
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  const seek = event => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [code = '', used = '', batch = ''] = ['code', 'used', 'batch'].map(name =>
      String(data.get(`seek/${name}`) ?? '').trim(),
    )
    onSeek({ code, used, batch })
  }
  const fields = /** @type {const} */ ({
    code: { label: t.beginning },
    used: { label: t.use, type: 'select', options: t.uses },
    batch: { label: t.batch },
  })
  const query =
    sought &&
    queryOf({ limit: 20, 'filter[code]': sought.code, 'filter[used]': sought.used, 'filter[batch]': sought.batch })
  return html`
    <form class="filters" noValidate aria-label=${t.find} onSubmit=${seek}>
      ${Object.entries(fields).map(
        ([name, spec]) =>
          html`<${Field} key=${name} app=${app} name=${`seek/${name}`} ...${spec} value=${sought?.[/** @type {keyof Sought} */ (name)] ?? ''} />`,
      )}
      <div class="actions"><${Button} type="submit" icon="search">${t.find}<//></div>
    </form>
    ${
      query !== null &&
      html`
      <${RecordList} key=${`${turn} ${query}`} app=${app} label=${t.title} path=${path`/campaigns/${campaignId}/codes`} query=${query} columns=${columnsOf(app)}
        keyOf=${(/** @type {Code} */ { code }) => code} empty=${t.noCodes} rowsOf=${withAllUses} />`
    }`
}

/** @param {App} app @returns {import('../../../ui/table.js').Column<Code>[]} */
function columnsOf(app) {
  const { codes: t, promotions } = app.texts()
  return [
    { title: promotions.coupons.key, cell: ({ code }) => linkTo(code) },
    { title: t.batch, cell: ({ batch }) => (batch === null ? '—' : html`<${UserText} text=${batch} />`) },
    { title: promotions.uses, kind: 'number', cell: record => usesText(app, record) },
    { title: promotions.validity, cell: record => validityText(app, record) },
    { title: promotions.state, cell: record => html`<${StateBadge} app=${app} record=${record} />` },
  ]
}

/** @param {string} code */
function linkTo(code) {
  const name = html`<${UserText} text=${code} />`
  return isSegment(code) ? html`<a href=${path`/office/coupons/${code}`}>${name}</a>` : name
}

/** The records of a page, whose uses are all that count towards the limit. @param {{ data: Code[] }} page */
function withAllUses({ data }) {
  return data.map(({ uses, ...record }) => ({
    ...record,
    usageCount: record.usageCount + uses.completed + uses.held,
  }))
}
