/** What can be done with a coupon or campaign: switch it off or on, duplicate and delete it. */

import { Button, ButtonLink } from '../../../ui/components/button.js'
import { html } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { stateful } from '../../stateful.js'
import { queryOf } from '../../url.js'
import { AskDelete, AskSwitchOff } from './promotion-asks.js'
import { nameIn } from './promotion-kind.js'
import { deletePromotion, reportWrite, writePromotion } from './save-promotion.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./promotion-kind.js').PromotionKind} PromotionKind */
/** @typedef {import('./save-promotion.js').Held} Held */
/** @typedef {{ app: App, kind: PromotionKind, held: Held, onOutdated: () => void, onSaved: (held: Held) => void }} Props `onOutdated`: reads the record again */

/** The buttons. */
export const PromotionActions = stateful(
  (/** @type {Props} */ _props) => ({ asks: /** @type {'delete' | 'switchOff' | null} */ (null), isBusy: false }),
  (props, { asks, isBusy }, set) => {
    const { app, kind, held } = props
    const { promotions: t } = app.texts()
    const { record } = held
    const close = () => set({ asks: null })
    const toggle = async () => {
      set({ isBusy: true })
      await app.attempt(() => switchActive(props))
      set({ isBusy: false })
    }
    const switchOff = async () => {
      await switchActive(props)
      close()
    }
    const copy = `/office/${kind.name}/new${queryOf({ from: record[kind.keyField] })}`
    return html`
      <${Button} icon="power" isBusy=${isBusy} onClick=${record.active ? () => set({ asks: 'switchOff' }) : toggle}>${record.active ? t.switchOff : t.switchOn}<//>
      <${ButtonLink} href=${copy} icon="copy">${t.duplicate}<//>
      <${Button} icon="bin" onClick=${() => set({ asks: 'delete' })}>${t.delete}<//>
      ${asks === 'switchOff' && html`<${AskSwitchOff} ...${props} onConfirm=${switchOff} onClose=${close} />`}
      ${asks === 'delete' && html`<${AskDelete} ...${props} onConfirm=${() => remove(app, kind, held)} onClose=${close} />`}`
  },
)

/** Switches it off or on, unless somebody else has changed it. @param {Props} props */
async function switchActive({ app, kind, held, onOutdated, onSaved }) {
  const { promotions: t } = app.texts()
  const { record: before, tag } = held
  const written = { ...before, active: !before.active }
  const name = nameIn(kind, before)
  try {
    const now = await writePromotion(app, kind, written, tag)
    const text = written.active ? t.switchedOn(name) : t.switchedOff(name)
    reportWrite({ app, kind, text, before, written, now, onUndone: onOutdated })
    onSaved({ ...now, form: held.form ?? tag })
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 412) throw error
    // A form that is read again would lose what was typed; its save compares what is stored with it.
    const isTyped = app.unsaved.losses().length > 0
    app.notify({ kind: 'bad', text: isTyped ? t.outdatedBelow(name) : t.outdated(name) })
    if (!isTyped) onOutdated()
  }
}

/** Deletes it; the undo creates it again as it was. @param {App} app @param {PromotionKind} kind @param {Held} held */
async function remove(app, kind, { record }) {
  const { promotions: t, undo } = app.texts()
  const name = nameIn(kind, record)
  await deletePromotion(app, kind, record)
  const run = async () => {
    await writePromotion(app, kind, record, null)
    app.notify({ kind: 'good', text: app.texts().promotions.restored(name) })
    app.go(kind.page(record[kind.keyField]))
  }
  app.show(`/office/${kind.name}`)
  app.notify({ kind: 'good', text: t.deleted(name), undo: { label: undo, run } })
}
