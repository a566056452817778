/** Reads the request of a form. */

/**
 * Returns the request that a form describes.
 *
 * @param {HTMLFormElement} form
 * @param {{ token: string, isOffice: boolean }} access the page's token, empty for none, and whether administrators' requests go through the office
 */
export function readRequest(form, { token, isOffice }) {
  const { method = '', path = '' } = form.dataset
  const text = valuesIn(form, 'body')[0]?.value
  const door = isOffice && form.querySelector('[data-taken="office"]') ? '/office' : ''
  const takesToken = token !== '' && door === '' && form.querySelector('.token, [data-in="token"]')
  return {
    method,
    address: door + addressOf(form, path),
    headers: {
      ...(takesToken && { Authorization: `Bearer ${token}` }),
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
