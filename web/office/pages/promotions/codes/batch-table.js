/** The batches of codes of a campaign: how many there are and were used, as files, and how to switch them off. */

import { Button } from '../../../../ui/components/button.js'
import { numberText } from '../../../../ui/format/money.js'
import { html } from '../../../../ui/html.js'
import { shortText } from '../../../format/short-text.js'
import { stateful } from '../../../stateful.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'
import { RecordList } from '../../../ui/record-list.js'
import { UserText } from '../../../ui/user-text.js'
import { path, queryOf } from '../../../url.js'
import { saveCodes } from './save-codes.js'

/** @typedef {import('../../../app.js').App} App */
/** @typedef {{ batch: string, count: number, used: number, active: number }} Batch */
/**
 * @typedef {object} Props
 * @property {App} app
 * @property {number} campaignId
 * @property {number} turn the table is read again with another one
 * @property {(batch: string) => void} onShow shows the codes of a batch
 * @property {() => void} onChanged
 */

/** The table. */
export const BatchTable = stateful(
  (/** @type {Props} */ _props) => ({
    asked: /** @type {Batch | null} */ (null),
    downloaded: /** @type {string | null} */ (null),
  }),
  (props, { asked, downloaded }, set) => {
    const { app, campaignId, turn } = props
    const { codes: t, locale } = app.texts()
    const count = (/** @type {number} */ value) => numberText(value, locale)
    const download = async (/** @type {string} */ batch) => {
      if (downloaded !== null) return
      set({ downloaded: batch })
      await app.attempt(() => saveCodes(app, campaignId, batch))
      set({ downloaded: null })
    }
    const columns = [
      { title: t.batch, cell: (/** @type {Batch} */ { batch }) => html`<${UserText} text=${batch} />` },
      { title: t.count, kind: 'number', cell: (/** @type {Batch} */ each) => count(each.count) },
      { title: t.used, kind: 'number', cell: (/** @type {Batch} */ { used }) => count(used) },
      { title: t.active, kind: 'number', cell: (/** @type {Batch} */ { active }) => count(active) },
      {
        title: t.actions,
        cell: (/** @type {Batch} */ each) => html`
          <${Actions} ...${props} batch=${each} isDownloading=${downloaded === each.batch} onDownload=${() => download(each.batch)}
            onSwitchOff=${() => set({ asked: each })} />`,
      },
    ]
    return html`
      <${RecordList} key=${turn} app=${app} label=${t.batches} path=${path`/campaigns/${campaignId}/batches`} query="?limit=20" columns=${columns}
        keyOf=${(/** @type {Batch} */ { batch }) => batch} empty=${t.noBatches} />
      ${asked && html`<${SwitchOffDialog} ...${props} batch=${asked} onClose=${() => set({ asked: null })} />`}`
  },
)

/** @param {Props & { batch: Batch, isDownloading: boolean, onDownload: () => void, onSwitchOff: () => void }} props */
function Actions({ app, batch: { batch, active }, isDownloading, onShow, onDownload, onSwitchOff }) {
  const { codes: t } = app.texts()
  const name = shortText(batch)
  return html`
    <div class="actions">
      <${Button} label=${t.showOf(name)} onClick=${() => onShow(batch)}>${t.show}<//>
      <${Button} icon="download" label=${t.downloadOf(name)} isBusy=${isDownloading} onClick=${onDownload}>${t.csv}<//>
      ${active > 0 && app.can('promotions:write') && html`<${Button} label=${t.switchOffOf(name)} onClick=${onSwitchOff}>${t.switchOff}<//>`}
    </div>`
}

/** @param {Props & { batch: Batch, onClose: () => void }} props */
function SwitchOffDialog({ app, campaignId, batch: { batch, active }, onChanged, onClose }) {
  const { codes: t, locale } = app.texts()
  const name = shortText(batch)
  const confirm = async () => {
    const query = queryOf({ 'filter[batch]': batch })
    const { data } = await app.api.write('DELETE', `${path`/campaigns/${campaignId}/codes`}${query}`)
    app.notify({ kind: 'good', text: t.switchedOff(name, numberText(data.count, locale)) })
    onClose()
    onChanged()
  }
  return html`
    <${ConfirmDialog} app=${app} title=${t.switchOffTitle(name)} action=${t.switchOff} onConfirm=${confirm} onClose=${onClose}>
      <p>${t.switchOffHint(numberText(active, locale))}</p>
    <//>`
}
