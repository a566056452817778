/** A square picture, or the placeholder after a failed load. */

import { html } from '../html.js'

const PLACEHOLDER = '/images/placeholder.png'

/** The picture. Its `alt` is empty, as the name is beside it. @param {{ url: string }} props */
export function Picture({ url }) {
  return html`
    <img class="picture" src=${url} alt="" width="56" height="56" loading="lazy" decoding="async" onError=${showPlaceholder} />`
}

/** @param {{ currentTarget: HTMLImageElement }} event */
function showPlaceholder({ currentTarget: image }) {
  if (image.getAttribute('src') !== PLACEHOLDER) image.src = PLACEHOLDER
}
