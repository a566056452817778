/** Templates of elements: `htm` parses them, Preact updates the page. The only file that knows where both are served. */

import htm from '/ui/vendor/htm.mjs'
import { Component, h, render as renderIn } from '/ui/vendor/preact.mjs'

/** @typedef {import('preact').ComponentChildren} Children */

/** Makes elements from a template. Values become attributes, event handlers or text nodes, never markup. */
export const html = htm.bind(h)

/** Draws a page in place of what stands in the document until the script comes. @param {import('preact').ComponentChild} content @param {Element} root */
export function render(content, root) {
  root.querySelector('.starting')?.remove()
  renderIn(content, root)
}

export { Component }
