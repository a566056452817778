/** Options whose undefined values mean the default, as absent ones do. */

/**
 * Leaves out the undefined values of options, so that they replace no default.
 *
 * @param options The options.
 * @returns A copy without undefined values.
 * @example
 *
 * ```ts
 * import { definedOf } from "./defined-of.ts"
 *
 * const options: { attempts?: number | undefined } = { attempts: undefined }
 * console.log({ attempts: 20, ...definedOf(options) }) // { attempts: 20 }
 * ```
 */
export function definedOf<T extends object>(options: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }
}
