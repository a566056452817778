/** The keyboard alone: moves the focus as a person without a mouse does. */

import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** Stops that a page has at most: more mean that a control cannot be reached. */
const MOST_STOPS = 300

/** Waits until there is a control, presses Tab until it has the focus, and fails where it cannot be reached. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.first().waitFor()
  const focused = control.and(page.locator(':focus'))
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if ((await focused.count()) > 0) return
    if (stop === 0) await failWithoutFocus(page, control)
    await page.keyboard.press('Tab')
  }
  assert.fail(`the keyboard does not reach ${control}`)
}

/** Fails where a control of this page had the focus and went, so that nothing has it. Tab passes by nothing, too: at the end of the page. */
async function failWithoutFocus(page: Page, control: Locator): Promise<void> {
  const isLost = await page.evaluate(`(({ dataset }) => {
    const isNowhere = document.activeElement === document.body
    if (!isNowhere) dataset.hadFocus = 'yes'
    return isNowhere && dataset.hadFocus === 'yes'
  })(document.documentElement)`)
  assert.ok(!isLost, `the focus is lost before the keyboard goes to ${control}`)
}

/** Reaches a control, and presses a key on it. */
export async function pressOn(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

/** Reaches a field, and replaces what it has. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}
