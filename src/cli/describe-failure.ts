/** Error messages of the command line: the error and advice for the operator, without a stack. */

import { ConfigError } from '../config/config.ts'
import { CommandError } from './command-error.ts'

/** Advice by error code: of the operating system, of PostgreSQL (SQLSTATE), or of SQLite. */
const advice: [codes: string[], advice: string][] = [
  [['ECONNREFUSED'], 'Does PostgreSQL run there, and are host and port in DATABASE_URL right?'],
  [['ENOTFOUND', 'EAI_AGAIN'], 'Is the host in DATABASE_URL right?'],
  [['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'], 'Is the host in DATABASE_URL right, and may this machine reach it?'],
  [['28P01', '28000'], 'Are user and password in DATABASE_URL right, and does pg_hba.conf allow them?'],
  [['3D000'], 'Create the database with createdb, or name another in DATABASE_URL.'],
  [['42501', '3F000'], 'The user in DATABASE_URL has to own the database, or to be granted all on its schema.'],
  [
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    'Name the authority that signed it by sslrootcert in DATABASE_URL.',
  ],
  [
    ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST', '8', '14'],
    'DATA_DIR has to be a folder that this user may write to.',
  ],
  [['ENOSPC', '13'], 'The disk is full: make room on it.'],
  [['10'], 'The disk fails or is full: make room on it.'],
  [['5'], 'Another process is writing, such as an import: try again when it is done.'],
  [['11', '26'], 'The file is damaged or no database: `sepet restore` puts a backup in its place.'],
]

/** Returns one line per problem. */
export function describeFailure(error: unknown): string[] {
  if (error instanceof ConfigError) return error.problems
  if (error instanceof CommandError) return [error.message]
  const codes = codesOf(error)
  const syscall = (error as { syscall?: string } | null)?.syscall
  if (syscall === 'listen') return [describeListening(error as ListenError)]
  if (syscall?.startsWith('getaddrinfo')) return [`${describeLookup(error as ListenError)}`]
  const [, help] = advice.find(([known]) => known.some(code => codes.includes(code))) ?? []
  return [[sentence(messageOf(error)), ...(help ? [help] : [])].join(' ')]
}

interface ListenError extends NodeJS.ErrnoException {
  address?: string
  port?: number
  hostname?: string
}

function describeListening({ code, message, address, port }: ListenError): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${address} is in use: end what listens there, or choose another by --port or PORT.`
  }
  if (code === 'EACCES') {
    return `Port ${port} is for privileged processes: choose one from 1024 on by --port or PORT, and put a proxy before it.`
  }
  if (code === 'EADDRNOTAVAIL') {
    return `This machine has no address ${address}: choose one of its own by --host or HOST; 0.0.0.0 means all addresses.`
  }
  return sentence(message)
}

function describeLookup({ hostname, code }: ListenError): string {
  return `The host name ${hostname} cannot be resolved (${code}): choose an address of this machine by --host or HOST.`
}

/** Codes of an error, of its cause, and of the errors in an AggregateError. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const { code, errcode, cause } = error as Error & { code?: unknown; errcode?: unknown }
  const own = errcode === undefined ? String(code) : String(Number(errcode) & 0xff)
  const several = error instanceof AggregateError ? error.errors.flatMap(codesOf) : []
  return [own, ...several, ...codesOf(cause)]
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0].message
  return error instanceof Error ? error.message : String(error)
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}
