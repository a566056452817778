/** Saves a file on the computer of who asks for it. */

/** Saves a value as a JSON file. @param {string} name of the file @param {unknown} value */
export function downloadJson(name, value) {
  saveFile(name, new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' }))
}

/** Saves a file. @param {string} name of the file @param {Blob} content */
export function saveFile(name, content) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
