/** Message pages: an empty cart, no session, or a service that is unavailable. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { MessageTexts } from './texts/texts.ts'

/** Renders a message in the middle of the page. */
export function renderMessage({ title, paragraphs }: MessageTexts): SafeHtml {
  return html`<section class="message">
      ${bag}
      <h1>${title}</h1>
      ${paragraphs.map(text => html`<p>${text}</p>`)}
    </section>`
}

const bag = html`<svg aria-hidden="true" width="56" height="56" viewBox="0 0 24 24" fill="none" stroke="currentColor"
        stroke-width="1.25" stroke-linecap="round" stroke-linejoin="round">
        <path d="M5 8h14l1 12.5H4L5 8Z"/><path d="M8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5"/>
      </svg>`
