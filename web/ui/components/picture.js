/** A square picture, or the placeholder after a failed load. */

import { html } from '../html.js'

const PLACEHOLDER = '/images/placeholder.png'

/** The picture. Its `alt` is empty, as the name is beside it. @param {{ url: string, width?: number, isLazy?: boolean }} props `width`: in pixels, before the stylesheet */
export function Picture({ url, width = 320, isLazy = true }) {
  return html`
    <img class="picture" src=${url} alt="" width=${width} height=${width} loading=${isLazy ? 'lazy' : 'eager'}
      decoding="async" onError=${showPlaceholder} />`
}

/** @param {{ currentTarget: HTMLImageElement }} event */
function showPlaceholder({ currentTarget: image }) {
  if (image.getAttribute('src') !== PLACEHOLDER) image.src = PLACEHOLDER
}
