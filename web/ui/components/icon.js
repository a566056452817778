/** SVG icons in one line weight, hidden from screen readers: every icon has a text beside it. */

import { html } from '../html.js'

const paths = {
  basket:
    'M4 10h16l-1.6 9.2a1.5 1.5 0 0 1-1.5 1.3H7.1a1.5 1.5 0 0 1-1.5-1.3ZM8 10a4 5.5 0 0 1 8 0M9.5 13.5v4M14.5 13.5v4M12 13.5v4',
  home: 'M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-5h4v5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.3 15.3 20 20',
  person: 'M12 12a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6ZM4.5 20.5a7.5 7.5 0 0 1 15 0',
  people:
    'M9 11.5a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6ZM2.8 19.5a6.2 6.2 0 0 1 12.4 0M16 11.5a3 3 0 0 0 0-6M17.5 14.2a6 6 0 0 1 3.7 5.3',
  order: 'M6 3.5h12V21l-3-1.8L12 21l-3-1.8L6 21ZM9 8.5h6M9 12h6',
  product: 'M12 3.5 20 8v8l-8 4.5L4 16V8ZM4 8l8 4.5L20 8M12 12.5v8',
  percent: 'M18.5 5.5l-13 13M7.5 9.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM16.5 18.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  copy: 'M8.5 8.5h11v11h-11ZM15.5 8.5v-4h-11v11h4',
  power: 'M12 4v8M7.5 6.8a7.5 7.5 0 1 0 9 0',
  tag: 'M4 4h7.5l8.5 8.5-7.5 7.5L4 11.5ZM8.3 8.3v.1',
  pulse: 'M3.5 12.5h4l2.5-7 4 13 2.5-6h4',
  hook: 'M9.5 8.5a3 3 0 1 1 4.2 2.7l3 5.3M14.7 17.5a3 3 0 1 1-1 -3.4M9.3 14.5l2.7-4.6M8.6 13.2a3 3 0 1 0 1 4.3h5',
  menu: 'M4.5 7h15M4.5 12h15M4.5 17h15',
  out: 'M10 4.5H5v15h5M14 8l4.5 4-4.5 4M18 12H9.5',
  plus: 'M12 5.5v13M5.5 12h13',
  bin: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 13h9.4l.8-13M10.3 10.5v6M13.7 10.5v6',
  edit: 'M5 19l1-4L15.5 5.5l3 3L9 18ZM13.5 7.5l3 3',
  download: 'M12 4.5v10M7.5 10.5 12 15l4.5-4.5M5 19h14',
  upload: 'M12 15V5M7.5 9 12 4.5 16.5 9M5 19h14',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  next: 'M9.5 5.5 16 12l-6.5 6.5',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'M6 9.5l6 6 6-6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  lock: 'M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  again: 'M18.5 8.5A7.5 7.5 0 1 0 19.5 12M19 4v4.7h-4.7',
  warning: 'M12 4.5 21 19.5H3ZM12 10v4.5M12 17.1v.1',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 7.5V12l3 2',
  shop: 'M4 9.5 5.5 4h13L20 9.5M4 9.5a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M5.5 12.5V20h13v-7.5M10 20v-4.5h4V20',
  minus: 'M5.5 12h13',
  repeat: 'M4.5 11V9.5a3 3 0 0 1 3-3h12M16.5 3.5l3 3-3 3M19.5 13v1.5a3 3 0 0 1-3 3h-12M7.5 20.5l-3-3 3-3',
  agent:
    'M12 3.5l1.9 5.1 5.1 1.9-5.1 1.9L12 17.5l-1.9-5.1L5 10.5l5.1-1.9ZM18.5 15.5l.8 2.2 2.2.8-2.2.8-.8 2.2-.8-2.2-2.2-.8 2.2-.8Z',
  send: 'M12 19.5v-15M5.5 11 12 4.5l6.5 6.5',
  phone: 'M8 3.5h8a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1ZM10.5 17.5h3',
  gift: 'M4 9h16v4H4ZM5.5 13v7.5h13V13M12 9v11.5M12 9C9 9 7.5 7.8 7.5 6.3S9.7 4 12 9ZM12 9c3 0 4.5-1.2 4.5-2.7S14.3 4 12 9Z',
}

/** @typedef {keyof typeof paths} IconName */

/** An icon. @param {{ name: IconName }} props */
export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${paths[name]} /></svg>`
}
