/** Accessibility checks with axe-core in a browser. */

import { readFileSync } from 'node:fs'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What a check covers. */
export interface AxeOptions {
  /** Selector of elements that are not checked. */
  without?: string
  /** Ids of the rules that run; all by default. */
  rules?: string[]
}

/** Returns axe's violations as `rule: element`. Frames are not checked, since those of the pages run no scripts. */
export async function violationsOf(page: Page, { without, rules }: AxeOptions = {}): Promise<string[]> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe)
  const context = without === undefined ? 'document' : JSON.stringify({ exclude: without })
  const options = JSON.stringify({ iframes: false, resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const { violations } = (await page.evaluate(`axe.run(${context}, ${options})`)) as AxeResults
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
