/** Texts of a WooCommerce export as they were before the exporter escaped them. */

import { decodeHTMLStrict } from 'entities/decode'

/** Removes the apostrophe that the exporter puts before a text that a spreadsheet may run as a formula. */
export function unguarded(text: string): string {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}

/** Undoes the backslash before the commas within one value of a list. */
export function withoutEscapes(value: string): string {
  return value.replaceAll('\\,', ',')
}

/** Decodes the HTML entities of a name, once. */
export function decodeName(name: string): string {
  return decodeHTMLStrict(name)
}

/** Returns the first URL of a list. A comma before a space or another URL is a separator; any other is part of a URL. */
export function firstImage(images: string): string {
  const end = images.search(/(?<!\\),(?=\s|https?:)/)
  return withoutEscapes(end < 0 ? images : images.slice(0, end).trimEnd())
}
