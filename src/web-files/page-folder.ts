/** Where the pages are: bundled in `dist/pages` by `npm run build`, in a clone as they were written in `web/`. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'

const BUNDLED = join(import.meta.dirname, '../pages')

/** Whether this build has bundles: files that never change under a name, with a compressed copy beside each. */
export const isBundled = existsSync(BUNDLED)
/** The folder of the pages. */
export const PAGES = isBundled ? BUNDLED : join(import.meta.dirname, '../../web')
