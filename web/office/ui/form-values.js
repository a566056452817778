/** The values of a form's fields, and which of them differ from what they were. */

/** @typedef {{ name: string, value: string, label: string }} FieldValue */

/** Fields that hold something typed or chosen; a search of a list is one, since its text may not be added yet. */
const FIELDS = 'input:not([type="hidden"], [type="file"]), select, textarea'

/** What the fields have. @param {HTMLFormElement} form @returns {FieldValue[]} */
export function valuesIn(form) {
  return [...form.querySelectorAll(FIELDS)].map(field => {
    const { id, name, type, value, checked, labels } = /** @type {HTMLInputElement} */ (field)
    const isBox = type === 'checkbox' || type === 'radio'
    return {
      name: isBox ? `${name} ${value}` : name || id,
      value: isBox ? String(checked) : value.replaceAll('\r\n', '\n'),
      label: labels?.[0]?.textContent?.trim() ?? '',
    }
  })
}

/** The labels of the fields that differ, in their order. @param {HTMLFormElement} form @param {readonly FieldValue[]} first @returns {string[]} */
export function changedLabels(form, first) {
  const before = new Map(first.map(({ name, value }) => [name, value]))
  return valuesIn(form)
    .filter(({ name, value }) => value !== (before.get(name) ?? value))
    .map(({ label }) => label)
}
