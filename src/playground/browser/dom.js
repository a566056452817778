/** Creates elements and updates the page to match them. Strings become text nodes, never markup. */

/** @typedef {Node | string | number | null | false | undefined} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

/**
 * Creates an element: `h('p.hint', { id: 'x' }, 'text')`. Attributes that are false, null or undefined are omitted.
 * @param {string} tag a tag name, followed by classes
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const [name = 'div', ...classes] = tag.split('.')
  const element = document.createElement(name)
  if (classes.length > 0) element.className = classes.join(' ')
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue
    element.setAttribute(key, value === true ? '' : String(value))
  }
  element.append(...children.flat().filter(isShown).map(toNode))
  return element
}

/** @param {Child} child @returns {child is Node | string | number} */
function isShown(child) {
  return child !== null && child !== undefined && child !== false
}

/** @param {Node | string | number} child */
function toNode(child) {
  return child instanceof Node ? child : String(child)
}

/**
 * Updates the children of `live` to match those of `wanted`. Existing elements keep focus, scroll position and typed text.
 * Elements match by `data-key`; without one, by tag name and position.
 * @param {Element} live
 * @param {Element} wanted
 */
export function patch(live, wanted) {
  const keyed = new Map([...live.children].map(child => [keyOf(child), child]))
  /** @type {ChildNode | null} */
  let cursor = live.firstChild
  for (const node of [...wanted.childNodes]) {
    const known = keyOf(node) === undefined ? cursor : (keyed.get(keyOf(node)) ?? null)
    if (!known || !isSame(known, node)) {
      live.insertBefore(node, cursor)
      continue
    }
    if (known === cursor) cursor = cursor.nextSibling
    else live.insertBefore(known, cursor)
    patchNode(known, node)
  }
  while (cursor) {
    const next = cursor.nextSibling
    cursor.remove()
    cursor = next
  }
}

/** @param {Node} live @param {Node} wanted */
function patchNode(live, wanted) {
  if (live instanceof Element && wanted instanceof Element) {
    patchAttributes(live, wanted)
    patch(live, wanted)
  } else if (live.nodeValue !== wanted.nodeValue) {
    live.nodeValue = wanted.nodeValue
  }
}

/** @param {Element} live @param {Element} wanted */
function patchAttributes(live, wanted) {
  for (const name of live.getAttributeNames()) {
    // The user opens and closes `<details>`, so its `open` attribute is kept.
    if (!wanted.hasAttribute(name) && name !== 'open') live.removeAttribute(name)
  }
  for (const name of wanted.getAttributeNames()) {
    const value = wanted.getAttribute(name) ?? ''
    if (live.getAttribute(name) !== value) live.setAttribute(name, value)
  }
}

/** @param {Node} node */
function keyOf(node) {
  return node instanceof Element ? (node.getAttribute('data-key') ?? undefined) : undefined
}

/** @param {Node} a @param {Node} b */
function isSame(a, b) {
  return a.nodeName === b.nodeName && keyOf(a) === keyOf(b)
}
