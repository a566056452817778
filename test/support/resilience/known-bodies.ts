/** Records the tags and bodies of carts, and asserts that equal tags and equal bodies are the same thing. */

import assert from 'node:assert/strict'
import type { Answer, Call, TestService } from '../service/service.ts'

/** The tags and bodies of all carts that a test has read. */
export class KnownBodies {
  readonly #bodies = new Map<string, string>()
  readonly #tags = new Map<string, string>()

  /** All tags, each once. */
  get tags(): string[] {
    return [...this.#bodies.keys()]
  }

  /**
   * Records a response to GET /cart.
   * @returns its tag; undefined for a refusal
   * @throws AssertionError when the tag belongs to another body, or the body to another tag
   */
  record({ status, headers, text }: Answer): string | undefined {
    const tag = headers.get('etag') ?? undefined
    if (status !== 200 && status !== 304) {
      assert.equal(tag, undefined)
      return undefined
    }
    assert.ok(tag)
    if (status === 304) {
      assert.ok(text === '' && this.#bodies.has(tag), `304 with the unknown tag ${tag}`)
      return tag
    }
    assert.equal(this.#bodies.get(tag) ?? text, text)
    assert.equal(this.#tags.get(text) ?? tag, tag)
    this.#bodies.set(tag, text)
    this.#tags.set(text, tag)
    return tag
  }
}

/** Returns a service whose `call` also reads the cart of the request's token before and after, with the tag that it read last. */
export function readingConditionally(service: TestService, known: KnownBodies): TestService {
  const latest = new Map<string, string>()
  const read = async (token: string) => {
    const tag = latest.get(token)
    const headers = tag === undefined ? {} : { 'If-None-Match': tag }
    const now = known.record(await service.call('GET', '/cart', { token, headers }))
    if (now !== undefined) latest.set(token, now)
  }
  const call = async (method: string, path: string, request: Call = {}) => {
    const { token } = request
    if (token === undefined || !path.startsWith('/cart')) return service.call(method, path, request)
    await read(token)
    const answer = await service.call(method, path, request)
    await read(token)
    return answer
  }
  return { ...service, call }
}
