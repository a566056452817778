/** Scales of pictures: places of bars in percent of the picture. */

/** Space above the bars, for the number of the top line, and below them, for their names. */
const [TOP, BOTTOM] = [12, 12]
const HEIGHT = 100 - TOP - BOTTOM
/** The least height of a bar that is not zero. */
const LEAST = 1.5

/** @typedef {'back' | 'front' | 'below'} Look `back` is wider and behind `front`; `below` hangs from the line */
/** @typedef {{ look: Look, values: number[] }} Series */
/** @typedef {{ look: Look, x: number, y: number, width: number, height: number }} Bar */

/** Widths of the bars in parts of the place that each has. @type {Record<Look, number>} */
const WIDTHS = { back: 0.84, front: 0.52, below: 0.52 }

/**
 * The value of the top line: the least of 1, 2, 3, 4, 5, 6, 8, 10, 20, 30 … that is not smaller than any value; 1 without values.
 * @param {number[]} values
 */
export function topOf(values) {
  const most = Math.max(1, ...values)
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 3, 4, 5, 6, 8].find(step => step * power >= most) ?? 10) * power
}

/**
 * Places the bars of several series on one scale.
 * @param {Series[]} series
 * @returns {{ bars: Bar[], top: number, line: number, unit: number }} `top`: the value of the top line; `line`: where zero is; `unit`: the height
 *   of one
 */
export function placeBars(series) {
  const top = topOf(series.filter(({ look }) => look !== 'below').flatMap(({ values }) => values))
  const depth = Math.max(0, ...series.filter(({ look }) => look === 'below').flatMap(({ values }) => values))
  const unit = HEIGHT / (top + depth)
  const line = TOP + top * unit
  return { bars: series.flatMap(each => barsOf(each, unit, line)), top, line, unit }
}

/** The middle of the place of a bar. @param {number} at @param {number} count */
export function middleOf(at, count) {
  return ((at + 0.5) * 100) / count
}

/** @param {Series} series @param {number} unit @param {number} line @returns {Bar[]} */
function barsOf({ look, values }, unit, line) {
  const width = (100 / values.length) * WIDTHS[look]
  return values.flatMap((value, at) => {
    const height = Math.max(LEAST, value * unit)
    const x = middleOf(at, values.length) - width / 2
    return value === 0 ? [] : [{ look, x, y: look === 'below' ? line : line - height, width, height }]
  })
}
