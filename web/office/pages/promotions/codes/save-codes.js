/** Saves the codes of a campaign as a table, which spreadsheets open. */

import { saveFile } from '../../../download.js'
import { queryOf } from '../../../url.js'

/** Characters that names of files cannot have on every system. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a name of a batch may have any character
const UNSAFE = /[\u0000-\u001f\u007f<>:"/\\|?*]/g

/** Saves one batch. @param {import('../../../app.js').App} app @param {number} campaignId @param {string} batch */
export async function saveCodes(app, campaignId, batch) {
  const { list } = app.texts()
  const file = await app.api.file(`/exports/coupons${queryOf({ campaignId, batch })}`)
  saveFile(`${list.files.coupons}-${campaignId}-${batch.replaceAll(UNSAFE, '-')}.csv`, file)
}
