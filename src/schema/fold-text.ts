/** Comparison of texts that people type: case does not count, and the four Turkish i letters (i, ı, I, İ) are equal. */

/**
 * Returns the form in which a text is compared: trimmed, `indirim` for `İNDİRİM`, `indirim`, `INDIRIM` and `ındırım`. Normalisation takes
 * quadratic time: the length of the text must be bounded.
 */
export function foldText(text: string): string {
  // U+0307 that remains after NFC follows a small i: lower-casing İ without Turkish rules gives i + U+0307. Upper-casing first
  // joins letters with several lower-case forms (ς and σ, ß and ss).
  return text
    .normalize('NFC')
    .trim()
    .replace(/[iİIı]\u0307?/g, 'i')
    .toUpperCase()
    .toLowerCase()
}
