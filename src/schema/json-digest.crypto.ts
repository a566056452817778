/** Digest of what a request asks for: equal for equal JSON values, however the members of these are ordered. */

import { createHash } from 'node:crypto'
import { isObject } from './is-object.ts'

/**
 * Returns the digest.
 * @param asked what is asked besides the body, such as the operation
 * @param body any JSON value, at any depth; undefined for none
 */
export function digestOfJson(asked: readonly (string | null)[], body: unknown): string {
  const hash = createHash('sha256')
  hash.update(JSON.stringify(asked))
  for (const part of partsOf(body)) hash.update(part)
  return hash.digest('base64url')
}

/** What is still to be written: a text as it is, or a value. */
type Step = { text: string } | { value: unknown }

/** Writes a JSON value with its members in the order of their names, without recursion: a body may be nested ten thousand times. */
function* partsOf(body: unknown): Generator<string> {
  const steps: Step[] = [{ value: body }]
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ('text' in step) yield step.text
    else if (Array.isArray(step.value))
      pushAll(
        steps,
        '[',
        step.value.map(value => [value]),
        ']',
      )
    else if (isObject(step.value)) pushAll(steps, '{', membersOf(step.value), '}')
    else yield `${JSON.stringify(step.value ?? null)},`
  }
}

function membersOf(value: Record<string, unknown>): unknown[][] {
  return Object.keys(value)
    .sort()
    .map(name => [name, value[name]])
}

/** Puts the steps of a list or an object on the stack, the last first. */
function pushAll(steps: Step[], begin: string, entries: unknown[][], end: string): void {
  steps.push({ text: end })
  for (const entry of entries.toReversed()) for (const value of entry.toReversed()) steps.push({ value })
  steps.push({ text: begin })
}
