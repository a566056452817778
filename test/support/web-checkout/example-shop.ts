/** Starts examples/web-shop in another process, alone or together with Sepet, and sends its forms. */

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { recordLog } from '../runner/logs.ts'
import { endWithParent } from '../service/end-with-parent.ts'
import { ended } from '../service/process-tree.ts'
import { freePort } from '../service/test-server.ts'

const FOLDER = join(import.meta.dirname, '../../../examples')

/** A running example. */
export interface ExampleShop {
  url: string
  child: ChildProcess
  /** @returns its output so far */
  output: () => string
  /** Sends a signal and waits for the end. @returns the exit status */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts the web shop alone, on a free port. */
export async function startExampleShop(env: NodeJS.ProcessEnv): Promise<ExampleShop> {
  const port = String(await freePort())
  return run('web-shop/server.js', { PORT: port, ...env }, /The web shop listens/)
}

/** Starts the web shop and Sepet on free ports, as `npm run web-shop` does. @param folder of the database */
export async function startBoth(folder: string, env: NodeJS.ProcessEnv = {}): Promise<ExampleShop> {
  const [port, sepetPort] = [String(await freePort()), String(await freePort())]
  // A browser may open a link long after an app has asked for it.
  const variables = { HANDOFF_TOKEN_TTL_SECONDS: '3600', ...env, PORT: port, SEPET_PORT: sepetPort, DATA_DIR: folder }
  return run('one-host/start.js', variables, /Ctrl\+C stops both/)
}

/** Runs `npm run web-shop` until it ends by itself. @returns its status and its output */
export function runBoth(env: NodeJS.ProcessEnv): Promise<{ status: number | null; output: string }> {
  return runToEnd('one-host/start.js', env)
}

/** Runs the web shop until it ends by itself. @returns its status and its output */
export function runExampleShop(env: NodeJS.ProcessEnv): Promise<{ status: number | null; output: string }> {
  return runToEnd('web-shop/server.js', env)
}

/** Runs the job for abandoned carts, whose output is mails and no log. @returns its status and its output */
export function runAbandonedCarts(env: NodeJS.ProcessEnv): Promise<{ status: number | null; output: string }> {
  return runToEnd('abandoned-carts.js', env, { isLog: false })
}

async function runToEnd(
  script: string,
  env: NodeJS.ProcessEnv,
  { isLog = true } = {},
): Promise<{ status: number | null; output: string }> {
  const { child, output } = spawnScript(script, env, isLog)
  // Later than its end: its whole output has been read then.
  await new Promise(resolve => child.once('close', resolve))
  return { status: child.exitCode, output: output() }
}

/** Starts a script and waits for a line. @throws Error with the output when it ends before */
async function run(script: string, env: NodeJS.ProcessEnv, ready: RegExp): Promise<ExampleShop> {
  const { child, output } = spawnScript(script, env)
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => ready.test(output()) && resolve())
    child.once('exit', status => reject(new Error(`${script} ended with ${status}: ${output()}`)))
  })
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    child.kill(signal)
    await ended(child)
    return child.exitCode
  }
  return { url: `http://localhost:${env.PORT}`, child, output, stop }
}

function spawnScript(script: string, env: NodeJS.ProcessEnv, isLog = true) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const defaults = { PATH, NODE_COMPILE_CACHE, SEPET_TIMEOUT_SECONDS: '120' }
  const child = endWithParent(spawn(process.execPath, [join(FOLDER, script)], { env: { ...defaults, ...env } }))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      if (isLog) recordLog(piece)
    })
  }
  return { child, output: () => text }
}

/** The response to a form: status, the place that it redirects to, cookies and page. */
export interface FormAnswer {
  status: number
  location: string | null
  cookie: string | undefined
  headers: Headers
  page: string
}

/** Opens a page of the shop as a browser in English with a cookie does. */
export async function openPage({ url }: ExampleShop, path: string, cookie = ''): Promise<FormAnswer> {
  const headers = { 'Accept-Language': 'en', ...(cookie && { Cookie: cookie }) }
  return answerOf(await fetch(url + path, { headers, redirect: 'manual' }))
}

/** Sends a form of a page of the shop, as a browser does that knows `Sec-Fetch-Site`. */
export async function sendForm(
  { url }: ExampleShop,
  fields: Record<string, string>,
  { cookie = '', path = '/sepet', headers = {} as Record<string, string> } = {},
): Promise<FormAnswer> {
  const sent = {
    'Accept-Language': 'en',
    'Sec-Fetch-Site': 'same-origin',
    ...(cookie && { Cookie: cookie }),
    ...headers,
  }
  const body = new URLSearchParams(fields)
  return answerOf(await fetch(url + path, { method: 'POST', body, headers: sent, redirect: 'manual' }))
}

async function answerOf(response: Response): Promise<FormAnswer> {
  const { status, headers } = response
  const [cookie] = headers.getSetCookie().map(each => each.split(';')[0])
  return { status, location: headers.get('location'), cookie, headers, page: await response.text() }
}
