/** Copies a text. @param {string} text @returns {Promise<boolean>} whether it is in the clipboard: without HTTPS a browser has none */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
