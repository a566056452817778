/** Does what a Dockerfile says without a container: stages are folders, COPY copies, RUN runs there. The base image is this machine. */

import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { DockerfileParser, type Instruction } from 'dockerfile-ast'
import type { Lock } from '../../../tools/supply-chain.ts'
import { isLong } from '../runner/rounds.ts'

const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)
/** Only root may give files to others. */
export const isRoot = process.getuid?.() === 0

export interface Image {
  /** The folder that holds every stage. */
  base: string
  /** The folder that stands for `/`. */
  root: string
  workdir: string
  env: Record<string, string>
  user: { uid: number; gid: number }
  entrypoint: string[]
  command: string[]
  healthcheck: string[]
  /** What it was made from, from the repository. */
  sources: string[]
}

/** Builds the last stage of the repository's Dockerfile, below a folder of its own. */
export async function buildImage(): Promise<Image> {
  const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  const stages = new Map<string, Image>()
  const base = mkdtempSync(join(tmpdir(), 'sepet-image-'))
  chmodSync(base, 0o755)
  const sources: string[] = []
  let image: Image | undefined
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword()
    if (keyword === 'FROM') {
      image = emptyImage(base, sources)
      const [, , name = ''] = wordsOf(instruction)
      stages.set(name, image)
    } else if (image) await perform(image, instruction, stages)
  }
  if (!image) throw new Error('the Dockerfile has no stage')
  return image
}

function emptyImage(base: string, sources: string[]): Image {
  const root = mkdtempSync(join(base, 'stage-'))
  chmodSync(root, 0o755)
  const user = { uid: 0, gid: 0 }
  return { base, root, workdir: '/', env: {}, user, entrypoint: [], command: [], healthcheck: [], sources }
}

async function perform(image: Image, instruction: Instruction, stages: Map<string, Image>): Promise<void> {
  const words = wordsOf(instruction)
  const text = instruction.getArgumentsContent() ?? ''
  const steps: Record<string, () => unknown> = {
    WORKDIR: () => {
      image.workdir = words[0] ?? ''
      mkdirSync(join(image.root, image.workdir), { recursive: true })
    },
    ENV: () => Object.assign(image.env, Object.fromEntries(words.map(word => word.split('=')))),
    COPY: () => copy(image, flagsOf(instruction), words, stages),
    RUN: () => runStep(image, text),
    USER: () => {
      const [uid = Number.NaN, gid = Number.NaN] = text.split(':').map(Number)
      image.user = { uid, gid }
    },
    ENTRYPOINT: () => {
      image.entrypoint = JSON.parse(text)
    },
    CMD: () => {
      image.command = JSON.parse(text)
    },
    HEALTHCHECK: () => {
      image.healthcheck = JSON.parse(text.slice(text.indexOf('[')))
    },
    VOLUME: () => {},
    EXPOSE: () => {},
  }
  const step = steps[instruction.getKeyword()]
  if (!step) throw new Error(`nobody has said how to do ${instruction.getKeyword()} without a container`)
  await step()
}

/** With the Node.js that `npm ci` brought, and what npm has in its cache. */
async function runStep(image: Image, command: string): Promise<void> {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const env = { ...process.env, ...image.env, PATH, npm_config_prefer_offline: 'true' }
  const cwd = join(image.root, image.workdir)
  const isCopied = command.startsWith('npm ci') && !isLong
  await run('/bin/sh', ['-c', isCopied ? `${command} --dry-run` : command], { cwd, env, maxBuffer: 2 ** 26 })
  if (isCopied) copyPackages(cwd)
}

/** What a build needs besides what Sepet runs on. */
const COMPILER = /^node_modules\/(typescript|@typescript\/.*|@types\/node|undici-types)$/
/** What comes with the workspace that the image leaves out. */
const RUNTIME = /^node_modules\/node(-[\w-]+)?$/

/**
 * `npm test` lets `npm ci` say what it would install, and copies what is needed of that from here, where it has been installed from the same
 * lock file. The long run installs it.
 */
function copyPackages(folder: string): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  const needed = Object.entries(packages)
    .filter(
      ([path, { dev, link }]) => /^node_modules\/[^/]+(\/[^/]+)?$/.test(path) && !link && (!dev || COMPILER.test(path)),
    )
    .map(([path]) => path)
    .filter(path => !RUNTIME.test(path) && existsSync(join(ROOT, path)))
  for (const path of needed) copyFolder(join(ROOT, path), join(folder, path))
}

/** As quickly as this can be done: packages are thousands of small files. */
function copyFolder(from: string, to: string, ...options: string[]): void {
  mkdirSync(dirname(to), { recursive: true })
  execFileSync('cp', ['-R', ...options, from, to])
}

/** A stage that was copied from changes no more, so that both may have the same files, where `cp` can do that. */
const LINKED = process.platform === 'linux' ? ['-l'] : []

function copy(image: Image, flags: string[], words: string[], stages: Map<string, Image>): void {
  const to = words.at(-1) ?? ''
  const target = join(image.root, resolve(image.workdir, to))
  const from = flagValue(flags, 'from')
  const stage = from === undefined ? undefined : stages.get(from)
  for (const source of words.slice(0, -1)) {
    if (stage) {
      copyFolder(join(stage.root, source), target, ...LINKED)
      continue
    }
    image.sources.push(source)
    const isInto = to.endsWith('/') && statSync(join(ROOT, source)).isFile()
    const options = { recursive: true, filter: entersContext }
    cpSync(join(ROOT, source), isInto ? join(target, basename(source)) : target, options)
  }
  const owner = flagValue(flags, 'chown')
  if (owner && isRoot) giveTo(target, owner)
}

function flagValue(flags: string[], name: string): string | undefined {
  return flags.find(flag => flag.startsWith(`--${name}=`))?.slice(`--${name}=`.length)
}

/** `.dockerignore` keeps tests out. */
const entersContext = (path: string) => !path.startsWith(join(ROOT, 'src')) || !path.endsWith('.test.ts')

function giveTo(folder: string, owner: string): void {
  const [uid = 0, gid = 0] = owner.split(':').map(Number)
  for (const path of [folder, ...globSync(`${folder}/**`)]) lchownSync(path, uid, gid)
}

/** Puts Node.js where the base image has it, and takes away the right to change anything but the data, as a read-only root does. */
export async function seal(image: Image): Promise<void> {
  const bin = join(image.root, 'usr/local/bin')
  mkdirSync(bin, { recursive: true })
  copyFileSync(process.execPath, join(bin, 'node'))
  await run('chmod', ['-R', 'a-w', join(image.root, image.workdir), bin])
  await run('chmod', ['-R', 'a+rX', join(image.root, image.workdir), bin])
}

const wordsOf = (instruction: Instruction) => instruction.getArguments().map(argument => argument.getValue())

function flagsOf(instruction: Instruction): string[] {
  const flags = 'getFlags' in instruction ? (instruction.getFlags as () => unknown[])() : []
  return flags.map(String)
}
