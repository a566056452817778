/** Reads the pages of the API reference as a crawler does: by the links of the overview. */

import type { Answer, TestService } from '../service/service.ts'

/** The pages by their addresses, without the search. */
export type ReferencePages = ReadonlyMap<string, Answer>

/** Loads the overview and every page of the reference that its menu names. */
export async function pagesOf(service: TestService): Promise<ReferencePages> {
  const overview = await service.call('GET', '/docs')
  const addresses = linksOf(overview.text, '/docs')
    .map(link => link.split('#')[0] ?? '')
    .filter(address => address.startsWith('/docs/'))
  const pages = new Map([['/docs', overview]])
  for (const address of new Set(addresses)) pages.set(address, await service.call('GET', address))
  return pages
}

/** Returns the targets of the links of a page within the service. @param address the page's own address, for bare anchors */
export function linksOf(text: string, address: string): string[] {
  return [...text.matchAll(/<a\b[^>]*\shref="([/#][^"]*)"/g)].map(([, href = '']) =>
    href.startsWith('#') ? address + href : href,
  )
}

/** Returns the ids of a page. */
export function anchorsOf(text: string): string[] {
  return [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)
}

/** Returns what a strict policy forbids: scripts, styles and handlers in the page, and frames. */
export function inlineCodeOf(text: string): string[] {
  return text.match(/<script>|<script(?![^>]*\ssrc=)|\sstyle=|<style|<iframe|<img|\son\w+=|javascript:/gi) ?? []
}
