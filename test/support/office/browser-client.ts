/** A browser's requests without a browser: keeps the cookies of each origin, and follows redirects between them. */

import { recordSecret } from '../runner/logs.ts'

/** The response to a request. */
export interface PageAnswer {
  url: string
  status: number
  headers: Headers
  text: string
}

/** What a page sends with a request. */
export interface PageRequest {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

const MAX_REDIRECTS = 15

/** A visitor with a browser of its own. */
export class BrowserClient {
  readonly #cookies = new Map<string, Map<string, string>>()

  /** Opens an address as a link or the address bar does, and follows redirects. */
  async open(address: string): Promise<PageAnswer> {
    let answer = await this.#send(address, { headers: { 'Sec-Fetch-Site': 'none' } })
    for (let hops = 0; hops < MAX_REDIRECTS; hops++) {
      const location = answer.headers.get('location')
      if (location === null || answer.status < 300 || answer.status > 399) return answer
      answer = await this.#send(new URL(location, answer.url).href, { headers: { 'Sec-Fetch-Site': 'cross-site' } })
    }
    throw new Error(`too many redirects to ${answer.url}`)
  }

  /** Opens an address, and does not follow its redirect. */
  async peek(address: string): Promise<PageAnswer> {
    return this.#send(address, { headers: { 'Sec-Fetch-Site': 'none' } })
  }

  /** Sends what a script of a page on the same origin sends. */
  async fetch(address: string, { method = 'GET', body, headers = {} }: PageRequest = {}): Promise<PageAnswer> {
    const { origin } = new URL(address)
    const isRead = method === 'GET' || method === 'HEAD'
    const stated = { 'Sec-Fetch-Site': 'same-origin', ...(!isRead && { Origin: origin }), ...headers }
    return this.#send(address, { method, body, headers: stated })
  }

  /** Returns the value of a cookie; undefined without it. */
  cookie(address: string, name: string): string | undefined {
    return this.#cookies.get(new URL(address).origin)?.get(name)
  }

  /** Sets a cookie, as a copied browser profile would. */
  setCookie(address: string, name: string, value: string): void {
    this.#jar(address).set(name, value)
  }

  #jar(address: string): Map<string, string> {
    const { origin } = new URL(address)
    const jar = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, jar)
    return jar
  }

  async #send(url: string, { method = 'GET', body, headers = {} }: PageRequest): Promise<PageAnswer> {
    const jar = this.#jar(url)
    const isJson = body !== undefined && typeof body !== 'string'
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        Cookie: [...jar].map(pair => pair.join('=')).join('; '),
        ...(isJson && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as string) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
      if (name.includes('sepet_office') && value !== '') recordSecret(value)
    }
    return { url, status: response.status, headers: response.headers, text: await response.text() }
  }
}

/** Follows redirects to the address at which the provider returns to the office, which is not opened. */
export async function withoutCallback(browser: BrowserClient, start: string, officeUrl: string): Promise<string> {
  let url = start
  for (let hops = 0; hops < 10; hops++) {
    const { headers } = await browser.peek(url)
    url = new URL(headers.get('location') ?? '', url).href
    if (url.startsWith(officeUrl)) return url
  }
  throw new Error('the provider did not return')
}
