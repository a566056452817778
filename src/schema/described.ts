/** Keywords that the API description has beside those that TypeBox checks: they say what a refinement or a reader checks by itself. */

const described = Symbol('described')

/** Keywords of JSON Schema that describe a check. */
export interface DescribedKeywords {
  format?: string
  maxLength?: number
  pattern?: string
  uniqueItems?: true
}

/** Returns the option of a schema that gives it keywords in the API description alone. */
export function describedAs(keywords: DescribedKeywords): object {
  return { [described]: keywords }
}

/** Returns the keywords that a schema has in the API description alone. */
export function describedKeywordsOf(schema: object): DescribedKeywords {
  return (schema as { [described]?: DescribedKeywords })[described] ?? {}
}

/** Pattern of a text without U+0000. */
export const WITHOUT_NUL = '^[^\\u0000]*$'
