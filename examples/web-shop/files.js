/** The files of the pages: the styles as one, those that all pages of Sepet share before its own; the worker for browsers without a connection; the pattern behind the pages and the picture of the basket. */

import { readFileSync } from 'node:fs'
import { UI } from './ui.js'

/** @typedef {{ type: string, body: string }} File */

/** @param {string} path @param {URL | string} [folder] */
const read = (path, folder = import.meta.url) => readFileSync(new URL(path, folder), 'utf8')
const shared = ['tokens', 'elements', 'controls', 'fields'].map(name => read(`styles/${name}.css`, UI))
const styles = ['base', 'forms', 'frame', 'products', 'cart', 'totals'].map(name => read(`styles/${name}.css`))

/** The path of the page for a browser without a connection, which the worker keeps. */
export const OFFLINE = '/web-shop-offline'

/** The files by their path. @type {ReadonlyMap<string, File>} */
export const files = new Map([
  ['/web-shop.js', { type: 'text/javascript; charset=utf-8', body: read('browser/register.js') }],
  ['/web-shop-worker.js', { type: 'text/javascript; charset=utf-8', body: read('browser/worker.js') }],
  ['/web-shop.css', { type: 'text/css; charset=utf-8', body: [...shared, ...styles].join('\n') }],
  ['/web-shop-weave.svg', { type: 'image/svg+xml', body: read('styles/weave.svg', UI) }],
  ['/web-shop-basket.svg', { type: 'image/svg+xml', body: read('styles/basket.svg', UI) }],
])
