/** The questions before a coupon or campaign is switched off or deleted. */

import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { Load } from '../../ui/load.js'
import { path } from '../../url.js'
import { nameIn } from './promotion-kind.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./promotion-kind.js').PromotionKind} PromotionKind */
/** @typedef {{ app: App, kind: PromotionKind, held: import('./save-promotion.js').Held, onConfirm: () => Promise<void>, onClose: () => void }} AskProps */

/** Batches that are counted. */
const MOST_BATCHES = 200

/** Asks before it is deleted. @param {AskProps} props */
export function AskDelete({ app, kind, held, onConfirm, onClose }) {
  const { promotions: t, asks } = app.texts()
  return html`
    <${ConfirmDialog} app=${app} title=${t[kind.name].deleteTitle(nameIn(kind, held.record))} action=${t.delete} onConfirm=${onConfirm} onClose=${onClose}>
      <p>${t.deleteHint}</p>
      <${Codes} app=${app} kind=${kind} held=${held} sentence=${asks.codesOfDeleted} />
      <p>${asks.canUndo}</p>
    <//>`
}

/** Asks before it is switched off. @param {AskProps} props */
export function AskSwitchOff({ app, kind, held, onConfirm, onClose }) {
  const { promotions: t, asks } = app.texts()
  return html`
    <${ConfirmDialog} app=${app} title=${asks.switchOffTitle(nameIn(kind, held.record))} action=${t.switchOff} onConfirm=${onConfirm} onClose=${onClose}>
      <p>${asks.switchOff}</p>
      <${Codes} app=${app} kind=${kind} held=${held} sentence=${asks.codes} />
      <p>${asks.canUndo}</p>
    <//>`
}

/** How many codes the campaign has; nothing of a coupon, and where it cannot be read. @param {Pick<AskProps, 'app' | 'kind' | 'held'> & { sentence: (count: string) => string }} props */
function Codes({ app, kind, held: { record }, sentence }) {
  if (kind.name !== 'campaigns' || !record.couponBound) return null
  const from = async () => (await app.api.get(`${path`/campaigns/${record.id}/batches`}?limit=${MOST_BATCHES}`)).data
  const show = (/** @type {{ count: number }[]} */ batches) => {
    const count = batches.reduce((sum, batch) => sum + batch.count, 0)
    return count > 0 && html`<p>${sentence(numberText(count, app.texts().locale))}</p>`
  }
  return html`<${Load} app=${app} from=${from} show=${show} failed=${() => ''} loading=${''} />`
}
