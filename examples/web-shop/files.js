/** The files of the pages: the styles as one, the pattern behind the pages and the picture of the basket. */

import { readFileSync } from 'node:fs'

/** @typedef {{ type: string, body: string }} File */

/** @param {string} path */
const read = path => readFileSync(new URL(path, import.meta.url), 'utf8')
const styles = ['base', 'forms', 'frame', 'cart', 'totals'].map(name => read(`styles/${name}.css`))

/** The files by their path. @type {ReadonlyMap<string, File>} */
export const files = new Map([
  ['/web-shop.css', { type: 'text/css; charset=utf-8', body: styles.join('\n') }],
  ['/web-shop-weave.svg', { type: 'image/svg+xml', body: read('pictures/weave.svg') }],
  ['/web-shop-basket.svg', { type: 'image/svg+xml', body: read('pictures/basket.svg') }],
])
