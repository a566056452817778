/** The query of cart endpoints: `include` and sparse fieldsets (JSON:API 1.1, "Fetching Data"). Each request is read once, before its handler runs. */

import Type from 'typebox'
import type { App } from '../http/fastify-types.ts'
import { defineQuery, type Parameter } from '../schema/list-query.ts'
import { CART_FIELD_NAMES, type CartSelection, LINE_FIELD_NAMES, selectFields } from './pricing/cart-selection.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The fields of the cart that the request selects; undefined for all. */
    selection: CartSelection | undefined
  }
}

/** Parameters that a JSON:API server must not ignore, with the families of their names, such as `page[size]`. */
const RESERVED = /^(include|sort|page|filter)(\[|$)/
const CARTS = 'fields[carts]'
const CART_ITEMS = 'fields[cart-items]'
/** Of an unknown name, as much as a message shows. */
const SHOWN_CHARACTERS = 40

/** Names of fields, separated by commas; the empty text has none. */
function fieldList(
  known: readonly string[],
  options: { description: string; examples: string[] },
): Parameter<ReadonlySet<string>> {
  const names = `(${known.join('|')})`
  const namesOf = (text: string) => (text === '' ? [] : text.split(','))
  const findUnknown = (text: string) => namesOf(text).find(name => !known.includes(name))
  return {
    schema: Type.String({ pattern: `^(${names}(,${names})*)?$`, ...options }),
    rule: `names of ${known.join(', ')}, separated by commas`,
    explain: text => {
      const unknown = [...(findUnknown(text) ?? '')].slice(0, SHOWN_CHARACTERS).join('')
      return `names of ${known.join(', ')}, separated by commas; there is no "${unknown}"`
    },
    read: text => (findUnknown(text) === undefined ? new Set(namesOf(text)) : undefined),
  }
}

/** The parameters of every cart endpoint. */
export const cartQuery = defineQuery({
  include: {
    schema: Type.String({
      pattern: '^(items(,items)*)?$',
      description: '`items`, which every answer includes anyway; empty for an answer without lines',
    }),
    rule: 'items, or empty',
    read: text => (/^(items(,items)*)?$/.test(text) ? { hasLines: text !== '' } : undefined),
  },
  [CARTS]: fieldList(CART_FIELD_NAMES, {
    description:
      'the fields of the cart to show, separated by commas; `items` is its relationship to the lines. Other fields are left out, and `data.meta` but for its `coupon`',
    examples: ['totalQuantity'],
  }),
  [CART_ITEMS]: fieldList(LINE_FIELD_NAMES, {
    description:
      'the fields of the lines to show, separated by commas; empty for an answer without lines. Other fields are left out, and the `meta` of lines',
    examples: [''],
  }),
})

/**
 * Reads what a request selects. Parameters without a meaning in JSON:API are ignored, as are the fields of types that no cart has.
 * @param given the decoded query
 * @returns undefined for a request that selects all
 * @throws Refusal 400 `parameter_invalid` naming each parameter that is not supported, repeated or invalid
 */
export function readSelection(given: unknown): CartSelection | undefined {
  const judged = Object.entries(given as object).filter(
    ([name]) => RESERVED.test(name) || name === CARTS || name === CART_ITEMS,
  )
  if (judged.length === 0) return undefined
  const { include, [CARTS]: cart, [CART_ITEMS]: lines } = cartQuery.read(Object.fromEntries(judged))
  const shownLines = include?.hasLines === false ? new Set<string>() : lines
  return cart || shownLines ? selectFields(cart, shownLines) : undefined
}

/** Registers the reader for the routes of the scope whose query is `cartQuery`. A refused request has written nothing. */
export function registerCartQuery(app: App): void {
  app.decorateRequest('selection')
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.routeOptions.config.validatedByHandler?.querystring === cartQuery.schema) {
      request.selection = readSelection(request.given.query)
      request.answerForm = request.selection?.key ?? ''
    }
    done()
  })
}
