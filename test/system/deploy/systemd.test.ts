/** The systemd units of deploy/, checked by systemd-analyze, and their commands run. */

import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { parseEnv, promisify } from 'node:util'
import { readConfig } from '../../../src/config/config.ts'
import { makeCertificate, openssl } from '../../support/ops/certificate.ts'
import { makeEnv } from '../../support/ops/compose.ts'
import { findProgram } from '../../support/ops/find-program.ts'
import { commandOf, hardeningOf, readUnit, settingsOf } from '../../support/ops/unit-file.ts'
import { freePort } from '../../support/service/test-server.ts'

const ROOT = join(import.meta.dirname, '../../..')
const UNITS = ['sepet@.service', 'sepet-prune.service', 'sepet-prune.timer']
/** On a scale to 10, where 10 is a service without restrictions. */
const WORST_EXPOSURE = 1.5
const run = promisify(execFile)
const analyze = findProgram('systemd-analyze')
const version = Number(analyze && /systemd (\d+)/.exec(spawnSync(analyze, ['--version']).stdout.toString())?.[1])

describe('the units of deploy/', () => {
  it('give an instance enough time to stop, and more files than connections', () => {
    const unit = readUnit('sepet@.service')
    const config = readConfig({})
    assert.ok(Number(settingsOf(unit, 'TimeoutStopSec')) > config.SHUTDOWN_DELAY_SECONDS + 6.5)
    assert.ok(Number(settingsOf(unit, 'LimitNOFILE')) > config.MAX_CONNECTIONS)
    assert.deepEqual([settingsOf(unit, 'KillMode'), settingsOf(unit, 'Restart')], [['mixed'], ['always']])
  })

  it('run both services as one user, with one environment and the same restrictions', () => {
    const [instance, prune] = [readUnit('sepet@.service'), readUnit('sepet-prune.service')]
    assert.ok(hardeningOf(instance).length > 20)
    assert.deepEqual(hardeningOf(prune), hardeningOf(instance))
    for (const name of ['User', 'Group', 'EnvironmentFile', 'StateDirectory']) {
      assert.deepEqual(settingsOf(prune, name), settingsOf(instance, name))
    }
  })
})

describe('the units of deploy/ in systemd-analyze', {
  skip: version >= 252 ? false : 'systemd 252 is not installed',
}, () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-units-'))
    for (const name of UNITS) writeFileSync(join(folder, name), readUnit(name))
  })
  after(() => rmSync(folder, { recursive: true }))
  const runAnalyze = (...args: string[]) => run(analyze ?? '', args, { cwd: folder })

  it('have no warnings', async () => {
    for (const name of ['sepet@8080.service', 'sepet-prune.service', 'sepet-prune.timer']) {
      const { stdout, stderr } = await runAnalyze('verify', `./${name}`)
      const warnings = (stdout + stderr).split('\n').filter(line => line.includes('sepet'))
      assert.deepEqual(warnings, [], name)
    }
  })

  it(`give both services an exposure of ${WORST_EXPOSURE} of 10 at most`, async () => {
    for (const name of ['sepet@.service', 'sepet-prune.service']) {
      const { stdout } = await runAnalyze('security', '--offline=true', `./${name}`)
      const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(stdout) ?? []
      assert.ok(Number(exposure) <= WORST_EXPOSURE, `${name}: ${exposure}`)
    }
  })
})

describe('the commands of the units of deploy/', () => {
  let folder: string
  let file: string
  let env: NodeJS.ProcessEnv
  let port: string
  let instance: ChildProcess | undefined
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-unit-'))
    file = await makeEnv(folder)
    writeFileSync(file, `DATA_DIR=${folder}\nSHUTDOWN_DELAY_SECONDS=0\n`, { flag: 'a' })
    env = { PATH: process.env.PATH, ...parseEnv(readFileSync(file, 'utf8')) }
    port = String(await freePort())
  })
  after(() => {
    instance?.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  const commandFor = (name: string) => commandOf(readUnit('sepet@.service'), name, port)

  it('end the start of an instance when it is ready', async () => {
    const [check, ...checkArgs] = commandFor('ExecStartPost')
    const started = run(check, checkArgs, { env })
    const [command, ...args] = commandFor('ExecStart')
    instance = spawn(command, args, { env, stdio: 'ignore' })
    await started
    assert.equal((await fetch(`http://127.0.0.1:${port}/health/ready`)).status, 200)
  })

  it('prune the database of the instance', async () => {
    const [command, ...args] = commandOf(readUnit('sepet-prune.service'), 'ExecStart')
    assert.match((await run(command, args, { env })).stdout, /^Deleted: 0 used handoffs/)
  })

  it('run in deploy/sepet.sh with the environment of the units', async () => {
    const sudo = join(folder, 'sudo')
    writeFileSync(sudo, '#!/bin/sh\necho "$1 $2" >&2\nshift 2\nexec env -i "$@"\n')
    chmodSync(sudo, 0o755)
    const script = readUnit('sepet.sh')
      .replace('/etc/sepet/sepet.env', file)
      .replace(/\/opt\/sepet\/\S+/, join(ROOT, 'src/cli/bin.ts'))
    writeFileSync(join(folder, 'sepet.sh'), script)
    const PATH = [folder, process.env.PATH].join(delimiter)
    const { stdout, stderr } = await run('sh', [join(folder, 'sepet.sh'), 'token', 'guest'], { env: { PATH } })
    assert.equal(stderr, '-u sepet\n')
    const headers = { Authorization: `Bearer ${stdout.trim()}` }
    const cart = await fetch(`http://127.0.0.1:${port}/api/v3/storefront/2026-01/cart`, { headers })
    assert.equal(cart.status, 200)
  })

  it('trust a private authority in deploy/sepet.sh by NODE_EXTRA_CA_CERTS, which the file alone does not achieve', {
    skip: openssl ? false : 'openssl is not installed',
  }, async () => {
    const [key, cert] = await makeCertificate(folder)
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) =>
      response.end(),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    const inFolder = (name: string) => join(folder, name)
    const [settings, probe, script] = [inFolder('ca.env'), inFolder('probe.mjs'), inFolder('probe.sh')]
    writeFileSync(settings, `NODE_EXTRA_CA_CERTS="${cert}"\n`)
    writeFileSync(probe, `console.log(await fetch('${url}').then(({ status }) => status, ({ cause }) => cause.code))`)
    const unit = readUnit('sepet.sh').replace('/etc/sepet/sepet.env', settings)
    writeFileSync(script, unit.replace(/\/opt\/sepet\/\S+/, probe))
    const PATH = [folder, process.env.PATH].join(delimiter)
    const byFile = await run(process.execPath, [`--env-file=${settings}`, probe], { env: {} })
    assert.match(byFile.stdout, /SELF_SIGNED_CERT/)
    assert.equal((await run('sh', [script], { env: { PATH } })).stdout, '200\n')
    server.close()
  })

  it('end an instance with exit status 0 on SIGTERM', async () => {
    const exited = once(instance ?? assert.fail(), 'exit')
    instance?.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
  })
})
