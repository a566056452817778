/** A time, and how long ago it was. */

import { ageText, timeText } from '../../ui/format/time.js'
import { html } from '../../ui/html.js'

/** The time with its date, by the shop's clock. @param {{ app: import('../app.js').App, at: string | null, isAge?: boolean }} props `isAge`: says how long ago it was */
export function Time({ app, at, isAge = false }) {
  if (at === null) return '—'
  const { locale } = app.texts()
  const [full, age] = [timeText(at, locale, app.clock().zone), ageText(at, Date.now(), locale)]
  return html`<time datetime=${at} title=${isAge ? full : age}>${isAge ? age : full}</time>`
}
