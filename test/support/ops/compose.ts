/** Reads compose.yaml as Compose does: anchors, merges and variables. */

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '../../..')
const FILE = join(ROOT, 'compose.yaml')

/** The settings of a service that tests read. */
export interface ComposeService {
  image: string
  build?: string
  user?: string
  command?: string[]
  environment?: Record<string, string | null>
  env_file?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  tmpfs?: string[]
  volumes?: string[]
  ports?: string[]
  networks: string[]
  restart: string
  healthcheck?: { test?: [string, ...string[]]; disable?: boolean }
  depends_on?: Record<string, { condition: string }>
  profiles?: string[]
}

/** The parts of compose.yaml that tests read. */
export interface Compose {
  services: Record<string, ComposeService>
  networks: Record<string, { internal?: boolean }>
}

/**
 * Reads compose.yaml with the variables of an `.env`.
 * @throws Error with the message in compose.yaml when a required variable is missing
 */
export function readCompose(dotenv: string): Compose {
  const variables: NodeJS.Dict<string> = parseEnv(dotenv)
  const text = readFileSync(FILE, 'utf8').replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name, operator, other) => {
    const value = variables[name] || (operator === '-' ? other : undefined)
    if (value === undefined) throw new Error(other)
    return value
  })
  return parse(text, { merge: true })
}

/** @returns the environment of the container of a service, with the names of services replaced by local addresses */
export function environmentOf(
  { environment = {} }: ComposeService,
  dotenv: string,
  places: Record<string, string>,
): NodeJS.ProcessEnv {
  const variables: NodeJS.Dict<string> = parseEnv(dotenv)
  const all = Object.entries(environment).map(([name, value]) => [name, value ?? variables[name]] as const)
  const place = (value = '') => Object.entries(places).reduce((text, [name, real]) => text.replace(name, real), value)
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, place(value)]])))
}

/** Runs `sh deploy/make-env.sh`, which writes an `.env` into a folder. @returns its path */
export async function makeEnv(folder: string): Promise<string> {
  const file = join(folder, '.env')
  await promisify(execFile)('sh', [join(ROOT, 'deploy/make-env.sh'), file, 'https://shop.example.com'])
  return file
}
