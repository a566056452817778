/** A QR code as an SVG. The only file that knows where the library is served. */

import { generate } from '/ui/vendor/lean-qr.mjs'
import { html } from '../../ui/html.js'

/** The width of the light margin that readers need, in modules. */
const MARGIN = 4

/** The code, dark on light in every colour scheme. @param {{ text: string, label: string }} props `label` is its text alternative */
export function QrCode({ text, label }) {
  const code = generate(text)
  const side = code.size + 2 * MARGIN
  return html`
    <svg class="qr-code" role="img" aria-label=${label} viewBox=${`0 0 ${side} ${side}`} shape-rendering="crispEdges">
      <rect width=${side} height=${side} fill="#fff" />
      <path d=${pathOf(code)} fill="#000" />
    </svg>`
}

/** The dark modules, one rectangle for each row of neighbours. @param {import('lean-qr').Bitmap2D} code */
function pathOf({ size, get }) {
  const rows = Array.from({ length: size }, (_, y) => {
    const cells = Array.from({ length: size }, (_, x) => (get(x, y) ? '1' : '0')).join('')
    return [...cells.matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index + MARGIN} ${y + MARGIN}h${run.length}v1h-${run.length}z`,
    )
  })
  return rows.flat().join('')
}

/** The SVG of an element as a file. @param {Element} element */
export function svgFile(element) {
  return new Blob([new XMLSerializer().serializeToString(element)], { type: 'image/svg+xml' })
}
