/** SVG icons in one line weight, hidden from screen readers: every icon has a text label beside it. */

import { html } from '../html.js'

const paths = {
  basket:
    'M4 10h16l-1.6 9.2a1.5 1.5 0 0 1-1.5 1.3H7.1a1.5 1.5 0 0 1-1.5-1.3ZM8 10a4 5.5 0 0 1 8 0M9.5 13.5v4M14.5 13.5v4M12 13.5v4',
  shop: 'M4 9.5 5.5 4h13L20 9.5M4 9.5a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M5.5 12.5V20h13v-7.5M10 20v-4.5h4V20',
  person: 'M12 12a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6ZM4.5 20.5a7.5 7.5 0 0 1 15 0',
  plus: 'M12 5.5v13M5.5 12h13',
  minus: 'M5.5 12h13',
  bin: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 13h9.4l.8-13M10.3 10.5v6M13.7 10.5v6',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'M6 9.5l6 6 6-6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  lock: 'M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  again: 'M18.5 8.5A7.5 7.5 0 1 0 19.5 12M19 4v4.7h-4.7',
  repeat: 'M4.5 11V9.5a3 3 0 0 1 3-3h12M16.5 3.5l3 3-3 3M19.5 13v1.5a3 3 0 0 1-3 3h-12M7.5 20.5l-3-3 3-3',
  copy: 'M9 9h10.5v10.5H9ZM15 9V4.5H4.5V15H9',
  agent:
    'M12 3.5l1.9 5.1 5.1 1.9-5.1 1.9L12 17.5l-1.9-5.1L5 10.5l5.1-1.9ZM18.5 15.5l.8 2.2 2.2.8-2.2.8-.8 2.2-.8-2.2-2.2-.8 2.2-.8Z',
  send: 'M12 19.5v-15M5.5 11 12 4.5l6.5 6.5',
  phone: 'M8 3.5h8a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1ZM10.5 17.5h3',
  gift: 'M4 9h16v4H4ZM5.5 13v7.5h13V13M12 9v11.5M12 9C9 9 7.5 7.8 7.5 6.3S9.7 4 12 9ZM12 9c3 0 4.5-1.2 4.5-2.7S14.3 4 12 9Z',
  warning: 'M12 4.5 21 19.5H3ZM12 10v4.5M12 17.1v.1',
}

/** @typedef {keyof typeof paths} IconName */

/** An icon. @param {{ name: IconName }} props */
export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${paths[name]} /></svg>`
}
