/** Waits until a page has loaded what it shows: counts its requests under way in the page itself, so that none is missed. */

import { performance } from 'node:perf_hooks'
import type { BrowserContext, Page } from 'playwright-core'
import { LONGEST_WAIT_MS } from './browser.ts'

/**
 * Counts requests of scripts, from their call until the task after their body was read: what a page draws in the same task as it gets an
 * answer is drawn before the count falls.
 */
const COUNT_REQUESTS = `(() => {
  window.testUnderWay = 0
  const end = () => setTimeout(() => window.testUnderWay--)
  const count = promise => {
    window.testUnderWay++
    promise.then(end, end)
    return promise
  }
  const { fetch } = window
  window.fetch = (...request) => count(fetch(...request))
  for (const name of ['text', 'json', 'blob', 'arrayBuffer']) {
    const read = Response.prototype[name]
    Response.prototype[name] = function () { return count(read.call(this)) }
  }
  const { send } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.send = function (...body) {
    window.testUnderWay++
    this.addEventListener('loadend', end)
    return send.apply(this, body)
  }
})()`

/** What is still loading in two frames one after the other: an empty text when nothing is. */
const LOADING = `new Promise(resolve => {
  const look = () => {
    const marked = [...document.querySelectorAll('.loading, [aria-busy="true"]')]
    const places = [...document.querySelectorAll('.badge, dd.number')].filter(each => each.textContent === '…')
    const parts = [...marked, ...places].map(each => each.outerHTML)
    if (!document.querySelector('h1')) parts.push('no heading')
    if (window.testUnderWay > 0) parts.push(window.testUnderWay + ' requests')
    return parts.join(' ')
  }
  const first = look()
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(first || look())))
})`

/** Makes every page of a context count its requests, from its first script on. */
export async function countRequests(context: BrowserContext): Promise<void> {
  await context.addInitScript(COUNT_REQUESTS)
}

/**
 * Waits until no request of the page is under way and nothing in it is marked as loading, in two frames one after the other. The context
 * counts requests.
 * @throws Error with what is still loading after two minutes
 */
export async function waitUntilSettled(page: Page): Promise<void> {
  for (const end = performance.now() + LONGEST_WAIT_MS; ; ) {
    await page.locator('h1').first().waitFor()
    const loading = await page.evaluate(LOADING).catch(unlessLeft)
    if (loading === '') return
    if (performance.now() > end) throw new Error(`${page.url()} is still loading: ${loading}`)
  }
}

/** A page that is left for another one while it is looked at is still loading. */
function unlessLeft(error: unknown): string {
  if (/context was destroyed|navigat/i.test(String(error))) return 'another page'
  throw error
}
