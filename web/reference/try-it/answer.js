/** Shows the answer to a request: status, links to its error codes, headers and body, without tokens. */

/** Number of characters of a body that are shown. */
const SHOWN = 100_000
/** A JSON Web Token, the secret of a webhook, or the code of a link to an agent's cart. */
const SECRETS = /eyJ[\w-]*\.[\w-]*\.[\w-]*|whsec_[\w+/=]+|(?<=\/checkout\/continue\?c=)[\w-]{12,}/g

/** Shows a response. @param {HTMLElement} place @param {Response} response */
export async function showAnswer(place, response) {
  if (response.type === 'opaqueredirect') return showFailure(place, 'A redirect, which the browser does not show.')
  const text = await response.text()
  const json = parse(text)
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  place.replaceChildren(
    element('p', { className: 'status' }, `${response.status} ${response.statusText}`),
    ...codesOf(json).map(linkTo),
    block('Headers of the answer', headers),
    ...(text === '' ? [] : [block('Body of the answer', json === undefined ? text : JSON.stringify(json, null, 2))]),
  )
}

/** Shows why there is no response. @param {HTMLElement} place @param {string} reason */
export function showFailure(place, reason) {
  place.replaceChildren(element('p', { className: 'status' }, reason))
}

/** @param {string} text @returns {any} undefined where it is no JSON */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error codes of a refusal. @param {any} json @returns {string[]} */
function codesOf(json) {
  if (!Array.isArray(json?.errors)) return []
  return [...new Set(json.errors.map((/** @type {{ code: unknown }} */ { code }) => String(code)))]
}

/** @param {string} code */
function linkTo(code) {
  return element('p', { className: 'code' }, element('a', { href: `/docs/errors#${encodeURIComponent(code)}` }, code))
}

/** A text that can be scrolled by keys. @param {string} label @param {string} text */
function block(label, text) {
  const shown = text.replace(SECRETS, '‹token›').slice(0, SHOWN)
  return element('pre', { tabIndex: 0, ariaLabel: label }, shown)
}

/** @param {string} name @param {object} properties @param {(Node | string)[]} children */
function element(name, properties, ...children) {
  const created = Object.assign(document.createElement(name), properties)
  created.append(...children)
  return created
}
