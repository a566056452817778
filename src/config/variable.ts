/** Definitions of environment variables. */

import type { Parse } from './parsers.ts'

/** The definition of an environment variable. */
export interface Variable<T> {
  /** Value of an unset or empty variable. */
  fallback: T
  /** Parses a text that is not empty. */
  parse: Parse<T>
  /** Description in Markdown, with links relative to docs/. */
  about: string
  /** Description of the default, if `fallback` does not show it. */
  otherwise?: string
}

/** Defines a variable with a default. */
export function variable<T>(fallback: T, parse: Parse<T>, about: string): Variable<T> {
  return { fallback, parse, about }
}

/** Defines a variable without a default. */
export function optional<T>(parse: Parse<T>, about: string, otherwise = 'none'): Variable<T | undefined> {
  return { fallback: undefined, parse, about, otherwise }
}
