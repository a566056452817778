/** Accessibility checks with axe-core in a browser. */

import { readFileSync } from 'node:fs'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The rules whose results depend on the colours, and others that depend on the width of the window. */
const COLOURS = ['color-contrast', 'link-in-text-block']
const WIDTHS = ['scrollable-region-focusable', 'button-name', 'link-name', 'label']
const NARROW = 320

/** What a check covers: all rules in light colours and a wide window, which other looks of a page need not repeat. */
export interface AxeOptions {
  /** Selector of elements that are not checked. */
  without?: string
  colorScheme?: 'light' | 'dark'
  /** The width of the window in pixels; 320 is narrow. */
  width?: number
}

/** Returns axe's violations as `rule: element`. Frames are not checked, since those of the pages run no scripts. */
export async function violationsOf(page: Page, { without, ...look }: AxeOptions = {}): Promise<string[]> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe)
  const rules = rulesOf(look)
  const context = without === undefined ? 'document' : JSON.stringify({ exclude: without })
  const options = JSON.stringify({ iframes: false, resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const { violations } = (await page.evaluate(`axe.run(${context}, ${options})`)) as AxeResults
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** @returns the rules of a look of a page; undefined for all */
function rulesOf({ colorScheme, width }: AxeOptions): string[] | undefined {
  if (colorScheme === 'dark') return COLOURS
  return width === NARROW ? [...COLOURS, ...WIDTHS] : undefined
}
