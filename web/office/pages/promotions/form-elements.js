/** Reads the elements of the form of a coupon or campaign. */

/** @typedef {import('./field-kinds.js').PromotionField} PromotionField */

/** What is in the fields that the form shows. @param {HTMLFormElement} form @param {readonly PromotionField[]} fields */
export function readForm(form, fields) {
  const data = new FormData(form)
  const shown = fields.filter(({ name }) => form.elements.namedItem(name) !== null)
  return Object.fromEntries(shown.map(({ name, kind }) => [name, elementValue(data, name, kind)]))
}

/** @param {FormData} data @param {string} name @param {PromotionField['kind']} kind @returns {string | boolean} */
function elementValue(data, name, kind) {
  if (kind === 'flag') return data.has(name)
  return kind === 'weekdays' || kind === 'channels' ? data.getAll(name).join(', ') : String(data.get(name) ?? '')
}

/** The names of the lists in whose search a text was typed and not added. @param {HTMLFormElement} form */
export function pendingFields(form) {
  const searches = [...form.querySelectorAll('[data-picker]')]
  return searches.flatMap(each => {
    if (!(each instanceof HTMLInputElement) || each.value.trim() === '') return []
    return each.dataset.picker ?? []
  })
}
