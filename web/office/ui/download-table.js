/** A button that saves all records of a list as a table, which spreadsheets open. */

import { Button } from '../../ui/components/button.js'
import { html } from '../../ui/html.js'
import { saveFile } from '../download.js'
import { stateful } from '../stateful.js'

/**
 * @typedef {object} DownloadProps
 * @property {import('../app.js').App} app
 * @property {'products' | 'coupons' | 'orders'} what
 * @property {string} scope that the export needs; nothing is offered without it
 * @property {string} [query] of the export
 */

/** The button. */
export const DownloadTable = stateful(
  (/** @type {DownloadProps} */ _props) => ({ isBusy: false }),
  ({ app, what, scope, query = '' }, { isBusy }, set) => {
    if (!app.can(scope)) return null
    const { list } = app.texts()
    const save = async () => {
      set({ isBusy: true })
      await app.attempt(async () => saveFile(`${list.files[what]}.csv`, await app.api.file(`/exports/${what}${query}`)))
      set({ isBusy: false })
    }
    return html`<${Button} icon="download" isBusy=${isBusy} onClick=${save}>${list.download}<//>`
  },
)
