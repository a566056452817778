/** Reads the request of a form. */

/**
 * Returns the request that a form describes.
 *
 * @param {HTMLFormElement} form
 * @param {string} token the page's token; empty for none
 */
export function readRequest(form, token) {
  const { method = '', path = '' } = form.dataset
  const text = valuesIn(form, 'body')[0]?.value
  return {
    method,
    address: addressOf(form, path),
    headers: {
      ...(token !== '' && form.querySelector('.token, [data-in="token"]') && { Authorization: `Bearer ${token}` }),
      ...(text && { 'Content-Type': 'application/json' }),
      ...Object.fromEntries(valuesIn(form, 'header').map(({ name, value }) => [name, value])),
    },
    ...(text && { body: text }),
  }
}

/** The path with its parameters, and the query. @param {HTMLFormElement} form @param {string} template */
function addressOf(form, template) {
  const path = valuesIn(form, 'path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, () => encodeURIComponent(value)),
    template,
  )
  const query = new URLSearchParams(valuesIn(form, 'query').map(({ name, value }) => [name, value])).toString()
  return query === '' ? path : `${path}?${query}`
}

/** The fields of a part that are filled in. @param {HTMLFormElement} form @param {string} part */
function valuesIn(form, part) {
  return [...form.querySelectorAll(`[data-in="${part}"]`)]
    .map(field => /** @type {HTMLInputElement | HTMLTextAreaElement} */ (field))
    .map(({ dataset, value }) => ({ name: dataset.name ?? '', value }))
    .filter(({ value }) => value !== '')
}
