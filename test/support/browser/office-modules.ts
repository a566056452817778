/** The functions of the office's pages that run without a browser. */

import type { PromotionCondition as Condition } from '../../../src/promotions/condition.document.ts'

type Texts = Record<string, unknown>
type Named = Record<string, unknown>
type Shop = { currencyCode: string; decimalPlaces: number }
type Money = Shop & { amount: string }
type Contest = { winnerId: number | null; isChosen: boolean; saving: Money | null; heldTooOften: boolean }
type Contestant = { id: number; name: string; contest?: Contest }
type ApiError = { code: string; detail: string; source?: { pointer: string } }

type Refused = { status: number; errors: ApiError[] }

/** The functions that are tested, by file. The pages are JavaScript, whose types another configuration of `tsc` checks. */
interface Modules {
  '../ui/format/money': {
    moneyText: (money: Shop & { amount: string }, locale: string) => string
    discountText: (money: Shop & { amount: string }, locale: string) => string
    amountText: (amount: string, shop: Shop, locale: string) => string
    numberText: (value: number | string, locale: string) => string
  }
  '../ui/format/time': {
    timeText: (instant: string, locale: string, timeZone?: string) => string
    ageText: (instant: string, now: number, locale: string) => string
  }
  'format/isolate': { isolate: (text: string) => string }
  'pages/carts/condition-text': {
    conditionText: (condition: Condition, texts: Texts, shop: { timeZone: string }) => string
  }
  'pages/carts/contest-text': {
    contestText: (campaign: Contestant, campaigns: Contestant[], texts: Texts) => string | null
  }
  'pages/carts/missing': {
    missingText: (
      conditions: Condition[],
      campaigns: { id: number; conditions: Condition[] }[],
      texts: Texts,
    ) => string | null
  }
  'pages/customers/customer-fields': {
    changesOf: (customer: Named, values: Named) => Named
    undoOf: (customer: Named, changes: Named) => Named
  }
  'pages/search/searches': { searchesFor: (text: string) => { path: string }[] }
  problems: {
    divideErrors: (errors: ApiError[], names: string[]) => { fields: Named; others: ApiError[] }
    problemText: (problem: { status: number; errors: ApiError[] }, texts: Texts) => string
    errorText: (error: ApiError, texts: Texts) => string
    refusalText: (fields: Record<string, ApiError[]>, general: string | null, texts: Texts) => string | null
    withoutField: (problem: Refused | null, ...names: string[]) => Refused | null
  }
  router: {
    matchRoute: <R extends { pattern: string }>(
      routes: R[],
      path: string,
    ) => { route: R; params: Record<string, string> } | null
  }
  'texts/texts': { textsIn: (language: 'tr' | 'en') => Texts }
  url: {
    path: (parts: TemplateStringsArray, ...values: (string | number)[]) => string
    queryOf: (parameters: Named) => string
    nextQuery: (link: string | null) => string | null
    isSegment: (text: string) => boolean
  }
}

/** Loads a file of the pages. */
export async function loadOffice<Name extends keyof Modules>(name: Name): Promise<Modules[Name]> {
  return import(new URL(`../../../web/office/${name}.js`, import.meta.url).href)
}
