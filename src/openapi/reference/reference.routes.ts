/** The API reference as web pages below /docs, with the content of /openapi.json. Only in development they can send requests. */

import { join } from 'node:path'
import Type from 'typebox'
import { refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import * as docs from '../../http/reference.docs.ts'
import { PAGES } from '../../web-files/page-folder.ts'
import type { ReadDescription } from '../describe-routes.ts'
import { ERRORS, OVERVIEW, SCHEMAS, SEARCH } from './addresses.ts'
import type { Api } from './api.ts'
import { renderErrorsPage } from './pages/errors-page.ts'
import { renderOverviewPage } from './pages/overview-page.ts'
import { SCRIPT, TRY_IT } from './pages/page.ts'
import { renderSchemasPage } from './pages/schemas-page.ts'
import { renderSearchPage } from './pages/search-page.ts'
import { renderSubjectPage } from './pages/subject-page.ts'
import { type Mode, type Reference, readReference } from './reference.ts'
import { entriesOf } from './search/entries.ts'
import { createSearch, type Find } from './search/find.ts'
import { readSearchQuery, SearchParameters } from './search/query.ts'

const FILES = join(PAGES, 'reference')

/** Own stylesheets and scripts alone, no markup from strings (Trusted Types), and forms to this server: the search. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')
const policies: Record<Mode, string> = { read: POLICY, try: `${POLICY}; connect-src 'self'` }

const access = 'public'
const PagePath = Type.Object({ page: Type.String() })
const SheetPath = Type.Object({ sheet: Type.String() })
const FilePath = Type.Object({ file: Type.String() })

/**
 * Registers the pages, each of which is rendered at its first request, the search, and their files.
 *
 * @param readDescription returns the API description
 * @param mode whether the pages can send requests
 */
export function referenceRoutes(app: App, readDescription: ReadDescription, mode: Mode): void {
  const { pageAt, search } = createPages(() => readReference(readDescription() as Api, mode))
  const headers = { 'Content-Security-Policy': policies[mode], 'Content-Type': 'text/html; charset=utf-8' }

  app.get(OVERVIEW, { config: { access, docs: docs.showReference } }, async (_request, reply) =>
    reply.headers(headers).send(pageAt(OVERVIEW)),
  )

  app.get(
    SEARCH,
    { config: { access, docs: docs.searchReference, validatedByHandler: { querystring: SearchParameters } } },
    async ({ given }, reply) => reply.headers(headers).send(search(readSearchQuery(given.query))),
  )

  app.get(
    `${OVERVIEW}/:page`,
    { config: { access, docs: docs.showReferencePage }, schema: { params: PagePath } },
    async ({ params }, reply) => reply.headers(headers).send(pageAt(`${OVERVIEW}/${params.page}`)),
  )

  files(app, mode)
}

/** Registers the stylesheets and the scripts. */
function files(app: App, mode: Mode): void {
  app.get(
    `${OVERVIEW}/styles/:sheet`,
    { config: { access, docs: docs.readReferenceStylesheet }, schema: { params: SheetPath } },
    ({ params }, reply) => reply.sendFile(params.sheet, join(FILES, 'styles'), { maxAge: '1h' }),
  )

  app.get(SCRIPT, { config: { access, docs: docs.readReferenceScript } }, (_request, reply) =>
    reply.sendFile('reference.js', FILES, { maxAge: '1h' }),
  )

  if (mode === 'read') return
  app.get(
    `${TRY_IT}/:file`,
    { config: { access, isUndescribed: true }, schema: { params: FilePath } },
    ({ params }, reply) => reply.sendFile(params.file, join(FILES, 'try-it'), { maxAge: 0 }),
  )
}

interface Pages {
  /** Returns the page at an address. @throws Refusal 404 where there is none */
  pageAt: (address: string) => string
  search: (query: string) => string
}

/** Creates the pages. @param read reads the reference, once, after all routes are registered */
function createPages(read: () => Reference): Pages {
  const rendered = new Map<string, string>()
  let known: { reference: Reference; find: Find } | undefined
  const get = () => {
    if (known) return known
    const reference = read()
    known = { reference, find: createSearch(entriesOf(reference)) }
    return known
  }
  return {
    pageAt: address => {
      const page = rendered.get(address) ?? render(get().reference, address)
      rendered.set(address, page)
      return page
    },
    search: query => renderSearchPage(get().reference, query, get().find(query)),
  }
}

function render(reference: Reference, address: string): string {
  if (address === OVERVIEW) return renderOverviewPage(reference)
  if (address === ERRORS) return renderErrorsPage(reference)
  if (address === SCHEMAS) return renderSchemasPage(reference)
  const subject = reference.subjects.find(each => each.address === address)
  if (!subject) throw refusal('not_found')
  return renderSubjectPage(reference, subject)
}
