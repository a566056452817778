/** Routes of the reference web pages, which a handoff leads to until the shop's own web front end replaces them. */

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { App } from '../../http/fastify-types.ts'
import { overloadedAnswer, type PrefixAnswer, type RefusalAnswer } from '../../http/overload/overload-responses.ts'
import { handleError, logFault, toRefusal } from '../../http/response/error-handler.ts'
import type { FramedBy } from '../../http/response/security-headers.ts'
import { ContinueFailureQuery, failureIn } from '../continue-failure.ts'
import type { FindSessionOwner } from '../session/session-owner.http.ts'
import type { FindSessionUser } from '../session/session-user.ts'
import * as docs from '../web-checkout.docs.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { preferredLanguage } from './language.ts'
import { STYLESHEET } from './layout.ts'
import { renderPage, renderRefusal } from './page.ts'
import type { PageName, ShownCart } from './page-model.ts'
import { textsFor, textsIn } from './texts/texts.ts'
import type { Texts } from './texts/tr.ts'

const HTML = 'text/html'

/** The page of each path prefix. */
const pageOf: Record<string, PageName> = {
  '/sepet': 'cart',
  '/odeme': 'checkout',
  '/checkout': 'checkout',
  '/order': 'checkout',
  '/uye-siparisleri': 'orders',
}

const LanguageHeader = Type.Object({
  'Accept-Language': Type.Optional(
    Type.String({ description: 'languages of the reader: pages are in Turkish and English' }),
  ),
})

/** The dependencies of the page routes. */
export interface PageDependencies {
  findSessionOwner: FindSessionOwner
  findPageUser: FindSessionUser<ShownCart>
  findShopName: () => Promise<string>
  /** The origins that may embed the pages in a frame (`frame-ancestors`). */
  framedBy: FramedBy
}

/** Registers a page at each prefix and at all paths below it, and the stylesheet. */
export function pageRoutes(app: App, dependencies: PageDependencies): void {
  const { findSessionOwner, findPageUser, findShopName, framedBy } = dependencies
  const config = { access: 'public', errorBody: false, validatedByHandler: { headers: LanguageHeader } } as const
  const validatedByHandler = { ...config.validatedByHandler, querystring: ContinueFailureQuery }
  const pageConfig = (prefix: string, scope: 'page' | 'below') => ({
    ...config,
    validatedByHandler,
    docs: docs.showPage(prefix, scope),
  })
  // 429 and 5xx are answered with a page; other errors have no page.
  const showFailure = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = toRefusal(error)
    const isLimited = refusal.status === 429
    if (refusal.status < 500 && !isLimited) return handleError(error, request, reply)
    logFault(request, refusal, error)
    const t = textsFor(request.namedHeaders['accept-language'])
    const html = renderRefusal(isLimited ? t.limited : t.unavailable, t)
    return sendPage(reply.code(refusal.status), html, { ...refusal.headers, ...pageHeaders(t, framedBy) })
  }

  for (const [prefix, page] of Object.entries(pageOf)) {
    const show = async (request: FastifyRequest, reply: FastifyReply) => {
      const t = textsFor(request.namedHeaders['accept-language'])
      const user = await findPageUser(request.sessionOwner)
      const pictures = user.identity === 'none' ? [] : user.cart.included.map(item => item.attributes.image)
      const failure = failureIn(request.given.query)
      const html = renderPage(page, { shopName: await findShopName(), user, failure }, t)
      return sendPage(reply, html, pageHeaders(t, framedBy, pictures))
    }
    const hooks = { onRequest: findSessionOwner, errorHandler: showFailure }
    app.get(prefix, { config: pageConfig(prefix, 'page'), ...hooks }, show)
    app.get(`${prefix}/*`, { config: pageConfig(prefix, 'below'), ...hooks }, show)
  }

  app.get(STYLESHEET, { config: { ...config, docs: docs.readStylesheet } }, (_request, reply) =>
    reply.sendFile('sepet.css', import.meta.dirname, { maxAge: '1h' }),
  )
}

/** Returns the prepared 503 pages of requests that the load shedder refuses before a page is rendered. */
export function overloadedPages(framedBy: FramedBy): PrefixAnswer[] {
  const answers = { tr: overloadedPage(textsIn.tr, framedBy), en: overloadedPage(textsIn.en, framedBy) }
  const answer: PrefixAnswer['answer'] = headers => answers[preferredLanguage(headers['accept-language'])]
  return Object.keys(pageOf).map(prefix => ({ prefix, answer }))
}

function overloadedPage(t: Texts, framedBy: FramedBy): RefusalAnswer {
  const { status, headers, body } = overloadedAnswer(`${HTML}; charset=utf-8`, renderRefusal(t.unavailable, t))
  return { status, headers: { ...headers, ...pageHeaders(t, framedBy) }, body }
}

function sendPage(reply: FastifyReply, page: string, headers: Record<string, string>) {
  return reply.headers(headers).type(`${HTML}; charset=utf-8`).send(page)
}

/**
 * Returns the headers of a page. `Vary`: the content depends on the session cookie and the language (RFC 9110 section 12.5.5).
 */
function pageHeaders(t: Texts, framedBy: FramedBy, pictures: string[] = []): Record<string, string> {
  return {
    'Content-Language': t.language,
    'Content-Security-Policy': contentSecurityPolicy(pictures, framedBy),
    'Referrer-Policy': 'same-origin',
    Vary: 'Cookie, Accept-Language',
  }
}
