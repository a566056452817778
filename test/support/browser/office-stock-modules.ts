/** The functions of the office's pages of products, imports and events that run without a browser. */

type Texts = Record<string, unknown>
/** An error of the API. */
export type ApiError = { code: string; detail: string; source?: { pointer: string }; meta?: object }
/** An event of the feed. */
export type Event = {
  id: number
  type: string
  at: string
  actor: string | null
  subject: string | null
  data: Record<string, unknown>
}
/** Reads events with greater ids, in their order. */
export type Read = (after: number, limit: number) => Promise<Event[]>
/** Translations of the sentences of imports. */
export type Causes = { sentences: Record<string, string>; words: Record<string, string> }
type Timeline = { events: Event[]; first: Event | null; after: number }
type Staff = { actor: string; name: string }
type Language = 'tr' | 'en'

/** The functions that are tested, by file. The pages are JavaScript, whose types another configuration of `tsc` checks. */
interface Modules {
  'format/typed-number': {
    readTyped: (text: string, language: Language) => string
    sumOf: (one: string, other: string) => string | null
    negated: (text: string) => string
    typedNumber: (value: string | number, language: Language) => string
  }
  'format/actor-text': {
    actorText: (cause: { actor: string | null; actorName?: string | null }, texts: Texts, self: Staff) => string
  }
  'format/short-text': { shortText: (text: string, most?: number) => string }
  'pages/products/product-edits': {
    changesOf: (edits: object, language: Language) => object[]
    divideByItem: (errors: ApiError[], changes: object[]) => { fields: object; others: ApiError[] }
    readStock: (typed: string, language: Language) => object
    stockAfter: (stock: number, typed: string, language: Language) => string | null
    undoOf: (changes: object[], before: object[]) => object[]
    withEdit: (edits: object, product: object, variantId: number, edit: object) => object
  }
  'pages/products/find-products': {
    queriesFor: (
      text: string,
      byStock: { atMost: string | null; isLimited: boolean } | null,
      terms?: Record<string, string>,
    ) => string[]
  }
  'pages/imports/import-problems': {
    groupProblems: (errors: ApiError[], texts: Texts) => { message: string; places: string[]; count: number }[]
  }
  'pages/imports/causes': {
    causeText: (texts: Texts, finding: { message: string; value: string | null }) => string
    translationOf: (causes: Causes, message: string) => string | undefined
  }
  'pages/imports/columns-query': { columnsQuery: (mapping: Record<string, string>) => string }
  'pages/events/read-events': {
    readNewest: (read: Read) => Promise<Timeline>
    readOlder: (read: Read, timeline: Timeline) => Promise<Timeline>
    readNewer: (read: Read, timeline: Timeline) => Promise<Timeline>
    hasOlder: (timeline: Timeline) => boolean
    groupByDay: (events: Event[], timeZone: string) => { day: string; events: Event[] }[]
  }
  'pages/events/describe-event': {
    sentenceOf: (event: Event, texts: Texts, campaignName?: (id: number) => string | null | undefined) => string
    linksOf: (event: Event, texts: Texts, can: (scope: string) => boolean) => { href: string; text: string }[]
    factsOf: (event: Event, texts: Texts) => string[]
  }
  'texts/texts': { textsIn: (language: Language) => Texts }
}

/** Loads a file of the pages. */
export async function loadStock<Name extends keyof Modules>(name: Name): Promise<Modules[Name]> {
  return import(new URL(`../../../web/office/${name}.js`, import.meta.url).href)
}
