/** `npm run web-shop`: starts Sepet and the example web shop as one host on this machine, and stops both together. */

import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { END_WITH_PARENT, onceWithoutParent } from './parent.js'
import { SCOPES } from '../web-shop/sepet.js'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const { PORT = '3000', SEPET_PORT = '8080', LOGINS } = process.env
const SHOP_URL = `http://localhost:${PORT}`
const SEPET_URL = `http://127.0.0.1:${SEPET_PORT}`
const TOKEN_TTL_SECONDS = 30 * 86_400
/** Members of the sample shop: email without the domain, customer id and name. Gökçe is inactive and İlker banned: their login is refused. */
const MEMBERS = /** @type {const} */ ([
  ['elif.saricam', 1, 'Elif Sarıçam'],
  ['kerem.tasyurek', 2, 'Kerem Taşyürek'],
  ['sule.akincioglu', 3, 'Şule Akıncıoğlu'],
  ['cagri.yildizeli', 4, 'Çağrı Yıldızeli'],
  ['gokce.dincay', 5, 'Gökçe Dinçay'],
  ['ilker.oztuna', 6, 'İlker Öztuna'],
])
const DOMAIN = '@example.com'

/** @param {string} path */
const fileAt = path => fileURLToPath(new URL(path, import.meta.url))
const isClone = existsSync(fileAt('../../src/cli/sepet.ts'))
const SEPET = fileAt(isClone ? '../../src/cli/sepet.ts' : '../../dist/cli/bin.js')

/** Sepet believes the address that the web shop forwards. */
const addresses = { HOST: '127.0.0.1', PORT: SEPET_PORT, PUBLIC_URL: SHOP_URL, TRUST_PROXY: '127.0.0.1' }
const env = { ...process.env, NODE_ENV: 'development', ...addresses }
const password = randomBytes(4).toString('hex')
const members = MEMBERS.map(([email, id, name]) => `${email}${DOMAIN}:${password}:${id}:${name}`)

/** @type {Set<ChildProcess>} */
const running = new Set()
let isStopping = false

/** Starts a process in a group of its own: Ctrl+C reaches only this one, which stops both. @param {string[]} args @param {NodeJS.ProcessEnv} env */
function start(args, env) {
  const child = spawn(process.execPath, args, { env, stdio: 'inherit', detached: true })
  running.add(child)
  child.on('exit', () => {
    running.delete(child)
    if (!isStopping) process.exitCode = 1
    stop()
  })
}

/** Stops what runs. */
function stop() {
  isStopping = true
  for (const child of running) child.kill('SIGINT')
}

/** Mints the token by which the shop acts for sessions and reports orders, as `sepet token` does. @returns {string} */
function mintAdminToken() {
  const args = [
    SEPET,
    'token',
    'admin',
    '--id',
    'web-shop',
    '--scope',
    SCOPES,
    '--ttl-seconds',
    String(TOKEN_TTL_SECONDS),
  ]
  const { status, stdout } = spawnSync(process.execPath, args, {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  if (status !== 0) process.exit(1)
  return stdout.trim()
}

/** Waits until an address answers, or everything stops. @param {string} url */
async function untilAnswered(url) {
  while (
    !isStopping &&
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(100)
}

/** Whether a port of this machine can be listened on. @param {string} port @returns {Promise<boolean>} */
function isFree(port) {
  const server = createServer()
  return new Promise(resolve => {
    server.on('error', () => resolve(false))
    server.listen(Number(port), '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

for (const [name, port] of [
  ['PORT', PORT],
  ['SEPET_PORT', SEPET_PORT],
]) {
  if (await isFree(port ?? '')) continue
  console.error(
    `Port ${port} is in use: stop what listens there, or choose another by ${name}; beside \`npm start\`, also choose another folder by DATA_DIR.`,
  )
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
onceWithoutParent(stop)
const token = mintAdminToken()
start([SEPET, 'serve', END_WITH_PARENT], env)
await untilAnswered(`${SEPET_URL}/health/ready`)
if (!isStopping) {
  const shop = { PORT, SEPET_URL, SEPET_ADMIN_TOKEN: token, LOGINS: LOGINS ?? members.join(), ONE_HOST: '1' }
  start([fileAt('../web-shop/server.js'), END_WITH_PARENT], { ...process.env, ...shop })
  await untilAnswered(`${SHOP_URL}/sepet`)
}
if (!isStopping) {
  const names = MEMBERS.map(([email]) => `  ${email}\n`)
  const howTo = `To log in there, use one of these emails, with ${DOMAIN}; the password is ${password}`
  const logins = LOGINS === undefined ? `${howTo}\n\n${names.join('')}\n` : ''
  console.log(`\nFrom the app to the web shop:\n\n  ${SHOP_URL}/\n\n${logins}Ctrl+C stops both.`)
}
