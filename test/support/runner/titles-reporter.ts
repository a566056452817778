/** A reporter of Node.js that writes the title of each test, the titles around it, and its result as a line of JSON. */

import type { TestEvent } from 'node:test/reporters'

/** A test of a run. */
export interface TestTitle {
  /** From the outermost suite to the test itself. */
  path: string[]
  kind: 'suite' | 'test'
  result: 'pass' | 'fail' | 'skip' | 'todo'
  /** Absolute path. */
  file: string
  durationMs: number
}

/** Receives the events of a run. */
export default async function* titles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = []
  for await (const event of events) {
    if (event.type === 'test:start') path[event.data.nesting] = event.data.name
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const { nesting, name, file = '', details } = event.data
    path[nesting] = name
    const title: TestTitle = {
      path: path.slice(0, nesting + 1),
      kind: details.type === 'suite' ? 'suite' : 'test',
      result: resultOf(event),
      file,
      durationMs: Math.round(details.duration_ms),
    }
    yield `${JSON.stringify(title)}\n`
  }
}

function resultOf({ type, data }: Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>): TestTitle['result'] {
  if (data.skip !== undefined) return 'skip'
  if (data.todo !== undefined) return 'todo'
  return type === 'test:pass' ? 'pass' : 'fail'
}
