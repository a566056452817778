/** Judge of Sepet's webhooks: libraries with which receivers verify them (Standard Webhooks 1.0.0). */

import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { startService } from '../service/service.ts'
import { type Received, type Receiver, startReceiver } from '../webhooks/receiver.ts'
import { callWebhooks, createCustomer, QUICK, saveWebhook } from '../webhooks/webhooks.ts'
import type { JudgedCase, Judge, Verdict } from './judge.ts'

/** Deliveries of one webhook, and its secrets. */
interface Deliveries {
  event: Received
  test: Received
  /** Sent after the secret was replaced. */
  later: Received
  secret: string
  newSecret: string
}

/** A message that a receiver checks. */
interface Message {
  secret: string
  text: string
  headers: Record<string, string>
}

/** A case: the message, and whether the library takes it. */
interface WebhookCase {
  name: string
  isTaken: boolean
  message: (deliveries: Deliveries) => Message
}

/** Within the tolerance of the library, so that the signature alone refuses it. */
const SECONDS_BEFORE = 60

const messageOf = ({ text, headers }: Received, secret: string): Message => {
  return {
    secret,
    text,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `${value}`])),
  }
}
const withHeaders = (message: Message, headers: Record<string, string>): Message => {
  return { ...message, headers: { ...message.headers, ...headers } }
}

const cases: readonly WebhookCase[] = [
  { name: 'an event is taken', isTaken: true, message: ({ event, secret }) => messageOf(event, secret) },
  { name: 'a test delivery is taken', isTaken: true, message: ({ test, secret }) => messageOf(test, secret) },
  {
    name: 'an event after a new secret is taken by the replaced secret',
    isTaken: true,
    message: ({ later, secret }) => messageOf(later, secret),
  },
  {
    name: 'an event after a new secret is taken by the new secret',
    isTaken: true,
    message: ({ later, newSecret }) => messageOf(later, newSecret),
  },
  {
    name: 'an event with another body is refused',
    isTaken: false,
    message: ({ event, secret }) => ({ ...messageOf(event, secret), text: `${event.text} ` }),
  },
  {
    name: 'an event with another id is refused',
    isTaken: false,
    message: ({ event, secret }) => withHeaders(messageOf(event, secret), { 'webhook-id': 'evt_1_1' }),
  },
  {
    name: 'an event with another time is refused',
    isTaken: false,
    message: ({ event, secret }) => {
      const message = messageOf(event, secret)
      const at = Number(message.headers['webhook-timestamp']) - SECONDS_BEFORE
      return withHeaders(message, { 'webhook-timestamp': String(at) })
    },
  },
  {
    name: 'an event is refused by a secret that came after it',
    isTaken: false,
    message: ({ event, newSecret }) => messageOf(event, newSecret),
  },
]

/** The libraries of other languages, which npm and Debian do not have. */
const elsewhere = [
  ['standardwebhooks for Python', 'PyPI'],
  ['svix for Python', 'PyPI'],
  ['standardwebhooks for Ruby', 'RubyGems'],
  ['standard-webhooks for Go', 'the module proxy of Go'],
  ['standard-webhooks for PHP', 'Packagist'],
  ['standardwebhooks for Java', 'Maven Central'],
  ['standardwebhooks for Rust', 'crates.io'],
  ['StandardWebhooks for .NET', 'NuGet'],
] as const

/** Judges the signatures of deliveries. */
export const webhookLibraries: Judge = {
  name: 'Standard Webhooks 1.0.0, signatures',
  run: async (): Promise<Verdict> => {
    const deliveries = await deliver()
    return {
      by: 'standardwebhooks 1.1.1',
      cases: cases.map(each => judge(each, deliveries)),
      notApplicable: [
        { name: 'svix for Node.js', why: 'it verifies by the package standardwebhooks, which is tried' },
        ...elsewhere.map(([name, registry]) => ({
          name,
          why: `it is published in ${registry}, and not in npm or Debian`,
        })),
      ],
    }
  },
}

function judge({ name, isTaken, message }: WebhookCase, deliveries: Deliveries): JudgedCase {
  const { secret, text, headers } = message(deliveries)
  try {
    new Webhook(secret).verify(text, headers)
    return isTaken ? { name } : { name, failure: 'it is taken' }
  } catch (error) {
    const isRefused = error instanceof WebhookVerificationError
    return isTaken || !isRefused ? { name, failure: String(error) } : { name }
  }
}

/** Lets Sepet deliver an event, a test, and an event after the secret was replaced. */
async function deliver(): Promise<Deliveries> {
  const service = await startService('sqlite', QUICK)
  const receiver = await startReceiver()
  try {
    const { data } = await saveWebhook(service, 'erp', { url: receiver.url })
    await createCustomer(service)
    const event = await received(receiver, 1)
    await callWebhooks(service, 'POST', '/erp/test')
    const test = await received(receiver, 2)
    const { json } = await callWebhooks(service, 'POST', '/erp/rotate-secret')
    await createCustomer(service)
    const later = await received(receiver, 3)
    return { event, test, later, secret: data.secret ?? '', newSecret: json.data.secret ?? '' }
  } finally {
    await service.stop()
    await receiver.stop()
  }
}

async function received(receiver: Receiver, count: number): Promise<Received> {
  return (await receiver.until(count))[count - 1] as Received
}
