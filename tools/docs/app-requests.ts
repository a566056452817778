/** Writes the requests of docs/mobile.md with their answers, as `npm run describe` has recorded them. */

import { STATUS_CODES } from 'node:http'
import recorded from './recorded-app-requests.json' with { type: 'json' }

/** A request and its answer, as the page shows them. */
export interface Exchange {
  request: { method: string; path: string; headers: Record<string, string>; body?: unknown }
  answer: { status: number; headers: Record<string, string>; body?: unknown }
}

/** Exchanges by the name of their place on the page. */
export type Exchanges = Record<string, Exchange>

/** The exchanges that were recorded. */
export const appRequests = recorded as unknown as Exchanges

/** Maximum length of a line of JSON. */
const WIDTH = 110

/** Writes an exchange as a block of code. */
export function describeExchange({ request, answer }: Exchange): string {
  const asked = [`${request.method} ${request.path}`, ...headersOf(request), ...bodyOf(request)]
  const told = [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`, ...headersOf(answer), ...bodyOf(answer)]
  return ['```http', ...asked, '', ...told, '```', ''].join('\n')
}

function headersOf({ headers }: { headers: Record<string, string> }): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

function bodyOf({ body }: { body?: unknown }): string[] {
  return body === undefined ? [] : ['', formatJson(body, '')]
}

/** Writes JSON with objects and lists on one line where they fit. */
function formatJson(value: unknown, indent: string): string {
  const onOneLine = formatShort(value)
  if (indent.length + onOneLine.length <= WIDTH || typeof value !== 'object' || value === null) return onOneLine
  const deeper = `${indent}  `
  const members = Array.isArray(value)
    ? value.map(item => formatJson(item, deeper))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${formatJson(member, deeper)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return [open, members.map(member => deeper + member).join(',\n'), indent + close].join('\n')
}

function formatShort(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(formatShort).join(', ')}]`
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${formatShort(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
