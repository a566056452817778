/** Patterns of event types: a type, all types of a group (`checkout.*`), or all types (`*`). */

import { EVENT_TYPES } from '../events/event.ts'

/** The form of a pattern. */
export const TYPE_PATTERN = '^(\\*|[a-z_]{1,50}\\.(\\*|[a-z_]{1,50}))$'

const ALL = '*'

/**
 * Returns the types that patterns select.
 * @returns undefined for all types, also those that only another version records
 */
export function typesOf(patterns: readonly string[]): string[] | undefined {
  if (patterns.includes(ALL)) return undefined
  return [...new Set(patterns.flatMap(each => (each.endsWith('.*') ? typesOfGroup(each) : [each])))]
}

/** Whether there is an event that a pattern selects. */
export function isKnown(pattern: string): boolean {
  if (pattern === ALL) return true
  return pattern.endsWith('.*')
    ? typesOfGroup(pattern).length > 0
    : (EVENT_TYPES as readonly string[]).includes(pattern)
}

/** Whether patterns select a type. */
export function isSelected(type: string, patterns: readonly string[]): boolean {
  return typesOf(patterns)?.includes(type) ?? true
}

function typesOfGroup(pattern: string): string[] {
  const group = pattern.slice(0, -1)
  return EVENT_TYPES.filter(type => type.startsWith(group))
}
