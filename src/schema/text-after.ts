/** The end of a range of texts that begin alike. */

const LAST_POINT = 0x10ffff
const SURROGATES = { first: 0xd800, last: 0xdfff }

/**
 * Returns the first text behind all that begin so, in the order of code points, which is that of the bytes of UTF-8.
 * @returns undefined where nothing comes behind them
 * @example textAfter('yaz') // 'ya{'
 */
export function textAfter(beginning: string): string | undefined {
  const points = [...beginning].map(character => character.codePointAt(0) ?? 0)
  while (points.at(-1) === LAST_POINT) points.pop()
  const last = points.pop()
  if (last === undefined) return undefined
  const next = last + 1 === SURROGATES.first ? SURROGATES.last + 1 : last + 1
  return String.fromCodePoint(...points, next)
}
