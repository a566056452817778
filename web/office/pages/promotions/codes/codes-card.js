/** The codes of a campaign that applies by coupon: its batches, new ones, and a search. */

import { html } from '../../../../ui/html.js'
import { stateful } from '../../../stateful.js'
import { Card } from '../../../ui/card.js'
import { Fold } from '../../../ui/fold.js'
import { BatchTable } from './batch-table.js'
import { CodeList } from './code-list.js'
import { NewCodes } from './new-codes.js'

/** @typedef {{ app: import('../../../app.js').App, campaignId: number }} Props */
/** @typedef {import('./code-list.js').Sought} Sought */

/** The card. */
export const CodesCard = stateful(
  (/** @type {Props} */ _props) => ({ turn: 0, made: 0, shown: 0, sought: /** @type {Sought | null} */ (null) }),
  ({ app, campaignId }, { turn, made, shown, sought }, set) => {
    const { codes: t } = app.texts()
    const again = () => set({ turn: turn + 1 })
    const onMade = () => set({ turn: turn + 1, made: made + 1 })
    const onSeek = (/** @type {Sought} */ next) => set({ sought: next, turn: turn + 1 })
    const onShow = (/** @type {string} */ batch) => {
      set({ sought: { code: '', used: '', batch }, shown: shown + 1 })
      document.getElementById('codes-search')?.focus()
    }
    return html`
      <${Card} title=${t.title} class="codes">
        <p class="hint">${t.lead}</p>
        <${BatchTable} app=${app} campaignId=${campaignId} turn=${turn} onShow=${onShow} onChanged=${again} />
        ${
          app.can('promotions:write') &&
          html`
          <${Fold} title=${t.create} note=${null} isFilled=${false} isMarked=${false}>
            <${NewCodes} key=${made} app=${app} campaignId=${campaignId} onMade=${onMade} />
          <//>`
        }
        <h3 id="codes-search" tabindex="-1">${t.search}</h3>
        <${CodeList} key=${shown} app=${app} campaignId=${campaignId} sought=${sought} turn=${turn} onSeek=${onSeek} />
      <//>`
  },
)
