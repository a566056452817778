/**
 * Executes a Dockerfile without a container: stages are folders, COPY copies, RUN runs in the folder. The base image is
 * this machine.
 */

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
/** Only root may change the owner of files. */
export const isRoot = process.getuid?.() === 0

/** A stage of the Dockerfile. */
export interface Image {
  /** The folder that contains every stage. */
  base: string
  /** The folder that represents `/`. */
  root: string
  workdir: string
  env: Record<string, string>
  user: { uid: number; gid: number }
  entrypoint: string[]
  command: string[]
  healthcheck: string[]
  /** The paths that were copied from the repository. */
  sources: string[]
}

/** Builds the last stage of the repository's Dockerfile in a new temporary folder. */
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

/** @returns a stage without files */
function emptyImage(base: string, sources: string[]): Image {
  const root = mkdtempSync(join(base, 'stage-'))
  chmodSync(root, 0o755)
  const user = { uid: 0, gid: 0 }
  return { base, root, workdir: '/', env: {}, user, entrypoint: [], command: [], healthcheck: [], sources }
}

/** Executes one instruction. @throws Error for an instruction that is not implemented */
async function perform(image: Image, instruction: Instruction, stages: Map<string, Image>): Promise<void> {
  const words = wordsOf(instruction)
  const text = instruction.getArgumentsContent() ?? ''
  const steps: Record<string, () => unknown> = {
    WORKDIR: () => {
      image.workdir = words[0] ?? ''
      mkdirSync(join(image.root, image.workdir), { recursive: true })
    },
    ARG: () => Object.assign(image.env, Object.fromEntries([text.split('=')])),
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
  if (!step) throw new Error(`${instruction.getKeyword()} is not implemented without a container`)
  await step()
}

/** Runs a command with the Node.js that `npm ci` installed, and with the cache of npm. */
async function runStep(image: Image, command: string): Promise<void> {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const env = { ...process.env, ...image.env, PATH, npm_config_prefer_offline: 'true' }
  const cwd = join(image.root, image.workdir)
  const isCopied = command.startsWith('npm ci') && !isLong
  await run('/bin/sh', ['-c', isCopied ? `${command} --dry-run` : command], { cwd, env, maxBuffer: 2 ** 26 })
  if (isCopied) copyPackages(cwd)
}

/** Packages that a build needs besides the runtime dependencies. */
const COMPILER = /^node_modules\/(typescript|@typescript\/.*|esbuild|@esbuild\/.*|@types\/node|undici-types)$/
/** Packages of the workspace that the image leaves out. */
const RUNTIME = /^node_modules\/node(-[\w-]+)?$/

/**
 * In the tests, `npm ci` is a dry run, and the packages are copied from this repository, which has the same lock file.
 * The long run installs them.
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

/** Packages are thousands of small files, and `cp` copies them fastest. */
function copyFolder(from: string, to: string, ...options: string[]): void {
  mkdirSync(dirname(to), { recursive: true })
  execFileSync('cp', ['-R', ...options, from, to])
}

/** A stage does not change after it was copied from, so hard links are enough where `cp` supports them. */
const LINKED = process.platform === 'linux' ? ['-l'] : []

/** Executes COPY, from another stage or from the repository. */
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

/** `.dockerignore` excludes tests. */
const entersContext = (path: string) => !path.startsWith(join(ROOT, 'src')) || !path.endsWith('.test.ts')

/** Changes the owner of a folder and of everything in it. */
function giveTo(folder: string, owner: string): void {
  const [uid = 0, gid = 0] = owner.split(':').map(Number)
  for (const path of [folder, ...globSync(`${folder}/**`)]) lchownSync(path, uid, gid)
}

/**
 * Copies Node.js to its path in the base image, and removes write permissions except for the data, as a read-only root
 * does.
 */
export async function seal(image: Image): Promise<void> {
  const bin = join(image.root, 'usr/local/bin')
  mkdirSync(bin, { recursive: true })
  copyFileSync(process.execPath, join(bin, 'node'))
  await run('chmod', ['-R', 'a-w', join(image.root, image.workdir), bin])
  await run('chmod', ['-R', 'a+rX', join(image.root, image.workdir), bin])
}

const wordsOf = (instruction: Instruction) => instruction.getArguments().map(argument => argument.getValue())

/** @returns the flags of an instruction, such as `--from=build` */
export function flagsOf(instruction: Instruction): string[] {
  const flags = 'getFlags' in instruction ? (instruction.getFlags as () => unknown[])() : []
  return flags.map(String)
}
