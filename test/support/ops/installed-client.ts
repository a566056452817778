/** Packs `sepet-client` by `npm pack`, and installs it into an empty folder. One test file may do so at a time, since npm compiles in the clone. */

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { startRegistry } from './registry.ts'

const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** A folder of an app that has installed the client. */
export interface InstalledClient {
  /** The folder of the app. */
  app: string
  /** The packed file. */
  tarball: string
  /** The paths of the files in the package. */
  files: string[]
  /** Environment of an app's programs: none of the settings of the tests. */
  env: NodeJS.ProcessEnv
  remove: () => void
}

/** Packs and installs the client; the caller removes it. */
export async function installClient(): Promise<InstalledClient> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-client-'))
  const app = join(folder, 'app')
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const env = { PATH, HOME: folder, npm_config_cache: join(folder, 'cache'), npm_config_update_notifier: 'false' }
  const packing = ['pack', '--json', '--workspace', 'packages/client', '--pack-destination', folder]
  const { stdout } = await run('npm', packing, { cwd: ROOT, env })
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n')))
  const tarball = join(folder, packed.filename)
  const registry = await startRegistry()
  await run('npm', ['install', '--prefix', app, '--registry', registry.url, tarball], { env })
  registry.stop()
  const files = packed.files.map(({ path }: { path: string }) => path)
  return { app, tarball, files, env, remove: () => rmSync(folder, { recursive: true }) }
}
