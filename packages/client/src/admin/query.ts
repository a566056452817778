/** Query parameters of the administrators' calls. */

/**
 * Joins the values of a parameter.
 *
 * @param values One value or several; undefined for an absent parameter.
 * @returns The values, separated by commas; undefined for an absent parameter.
 * @example
 *
 * ```ts
 * import { joined } from "./query.ts"
 *
 * console.log(joined([1, 2]), joined('-name'), joined(undefined))
 * ```
 */
export function joined(values: number | string | (number | string)[] | undefined): string | undefined {
  return values === undefined ? undefined : [values].flat().join(',')
}

/**
 * Removes undefined parameters, since an empty parameter is refused.
 *
 * @param query The parameters by their names.
 * @returns The parameters that have a value.
 * @example
 *
 * ```ts
 * import { given } from "./query.ts"
 *
 * console.log(given({ limit: 10, after: undefined }))
 * ```
 */
export function given<T extends object>(query: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as T
}

/**
 * Converts a time of a query.
 *
 * @param time A `Date`, or ISO 8601 with an offset; undefined for an absent parameter.
 * @returns The time as text; undefined for an absent parameter.
 * @example
 *
 * ```ts
 * import { timeText } from "./query.ts"
 *
 * console.log(timeText(new Date(0)), timeText('2026-11-21T09:00:00+03:00'), timeText(undefined))
 * ```
 */
export function timeText(time: Date | string | undefined): string | undefined {
  return typeof time === 'object' ? time.toISOString() : time
}
