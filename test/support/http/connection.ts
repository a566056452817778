/** A keep-alive connection for loads: cheap enough to send thousands of requests a second. */

import { connect, type Socket } from 'node:net'

/** A keep-alive connection that parses only the status and the end of a response. */
export class Connection {
  readonly #socket: Socket
  #head = ''
  /** Bytes of the body still to come; -1 before the end of the head. */
  #left = -1
  #status = 0
  #done: ((status: number) => void) | undefined

  /** @param localAddress address that it comes from, such as 127.0.0.2 */
  constructor({ hostname, port }: URL, localAddress?: string) {
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true, ...(localAddress && { localAddress }) })
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk))
    this.#socket.on('error', () => {}).on('close', () => this.#answer(0))
  }

  /** Sends a request. @returns the status of the response */
  ask(bytes: Buffer): Promise<number> {
    return new Promise(resolve => this.send(bytes, resolve))
  }

  /** @param done receives the status, or 0 when the connection failed */
  send(bytes: Buffer, done: (status: number) => void): void {
    this.#done = done
    if (this.#socket.destroyed) queueMicrotask(() => this.#answer(0))
    else this.#socket.write(bytes)
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    if (this.#left < 0) {
      this.#head += chunk.toString('latin1')
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return
      this.#status = Number(this.#head.slice(9, 12))
      const length = Number(/content-length: *(\d+)/i.exec(this.#head.slice(0, end))?.[1])
      this.#left = length - (this.#head.length - end - 4)
    } else this.#left -= chunk.length
    if (this.#left === 0) this.#answer(this.#status)
  }

  #answer(status: number): void {
    const done = this.#done
    this.#done = undefined
    this.#head = ''
    this.#left = -1
    done?.(status)
  }
}
