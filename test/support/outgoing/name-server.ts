/** A name server of a test: it answers questions for IPv4 addresses (RFC 1035). */

import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const HEADER_BYTES = 12
const TYPE_A = 1
const FLAGS = { answer: 0x8180, noSuchName: 0x8183 }

/** A running name server. */
export interface NameServer {
  /** Address and port, as resolvers take it. */
  address: string
  /** Names of the questions so far. */
  asked: string[]
  stop(): void
}

/**
 * Starts a name server.
 * @param names the IPv4 addresses of a name; `silent` never answers, and `v4-only` answers no question for IPv6
 */
export async function startNameServer(
  names: Record<string, { ip?: string; is?: 'silent' | 'v4-only' }>,
): Promise<NameServer> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (question, { port, address }) => {
    const { name, type } = questionOf(question)
    asked.push(name)
    const { ip, is } = names[name] ?? {}
    if (is === 'silent' || (is === 'v4-only' && type !== TYPE_A)) return
    socket.send(answerTo(question, type === TYPE_A ? ip : undefined, names[name] !== undefined), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, asked, stop: () => void socket.close() }
}

function questionOf(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(question: Buffer, ip: string | undefined, isKnown: boolean): Buffer {
  const header = Buffer.from(question.subarray(0, HEADER_BYTES))
  header.writeUInt16BE(isKnown ? FLAGS.answer : FLAGS.noSuchName, 2)
  header.writeUInt16BE(ip ? 1 : 0, 6)
  header.writeUInt32BE(0, 8)
  const asked = question.subarray(HEADER_BYTES, questionOf(question).end)
  // The name by a pointer to the question, type A, class IN, 60 s, four bytes.
  const record = ip ? [0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...ip.split('.').map(Number)] : []
  return Buffer.concat([header, asked, Buffer.from(record)])
}
