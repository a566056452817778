/** Buttons and links that look like buttons. */

import { html } from '../html.js'
import { Icon } from './icon.js'

/** @typedef {'main' | 'quiet' | 'danger'} Look */

/**
 * A button. While it is busy it stays in place, can keep the focus, and does nothing.
 * @param {object} props
 * @param {import('../html.js').Children} props.children
 * @param {Look} [props.look]
 * @param {import('./icon.js').IconName} [props.icon]
 * @param {'button' | 'submit'} [props.type]
 * @param {boolean} [props.isBusy]
 * @param {string} [props.label] for screen readers, where the text alone does not say what is meant
 * @param {string} [props.class] further classes
 * @param {() => void} [props.onClick]
 */
export function Button({
  children,
  look = 'quiet',
  icon,
  type = 'button',
  isBusy = false,
  label,
  class: more = '',
  onClick,
}) {
  const click = (/** @type {Event} */ event) => (isBusy ? event.preventDefault() : onClick?.())
  return html`
    <button type=${type} class=${`button ${look} ${more}`.trim()} aria-label=${label} aria-disabled=${isBusy ? 'true' : null} onClick=${click}>
      ${icon && html`<${Icon} name=${icon} />`}<span>${children}</span>
    </button>`
}

/**
 * A link to a page that looks like a button.
 * @param {object} props
 * @param {string} props.href
 * @param {import('../html.js').Children} props.children
 * @param {Look} [props.look]
 * @param {import('./icon.js').IconName} [props.icon]
 */
export function ButtonLink({ href, children, look = 'quiet', icon }) {
  return html`
    <a class=${`button ${look}`} href=${href}>${icon && html`<${Icon} name=${icon} />`}<span>${children}</span></a>`
}
