/** Judges of the API description: clients that four generators write from it compile and make a cart round trip. */

import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { build } from 'esbuild'
import { startSampleShop } from '../docs/examples.ts'
import { type Judge, type JudgedCase, judgeCase } from './judge.ts'
import { type Generator, generators } from './openapi/generators.ts'
import { stepsOf } from './openapi/round-trip.ts'
import type { RoundTrip, StartRoundTrip } from './openapi/seen-cart.ts'
import { PACKAGES, packageOf } from './program.ts'
import { factsText, judgeFacts } from './openapi/type-facts.ts'

const TSC = join(PACKAGES, 'typescript/lib/tsc.js')
/** Some generators use the compiler API of TypeScript 5, which later versions do not have; one brings its own. */
const OLDER_TYPESCRIPT = `import { registerHooks } from 'node:module'
const resolve = (name, context, next) =>
  next(name === 'typescript' && !context.parentURL?.includes('/swagger-typescript-api/') ? 'typescript-5' : name, context)
registerHooks({ resolve })
`
const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  module: 'esnext',
  moduleResolution: 'bundler',
  paths: { 'openapi-fetch': [join(PACKAGES, 'openapi-fetch')] },
  typeRoots: [],
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
}
const run = promisify(execFile)

/** One judge for each generator. */
export const clientJudges: readonly Judge[] = generators.map(generator => ({
  name: `OpenAPI 3.1, clients of ${generator.name}`,
  run: async () => ({
    by: packageOf(generator.name),
    cases: await judge(generator),
    notApplicable: [],
  }),
}))

async function judge(generator: Generator): Promise<JudgedCase[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-client-'))
  const service = await startSampleShop()
  try {
    await writeFiles(folder, generator, service.url)
    const generated = await judgeCase('generates without warnings', () => generate(folder, generator))
    const compiled = await compile(folder)
    const steps = stepsOf(() => startClient(folder, service.url))
    const ran: JudgedCase[] = []
    for (const { name, run: step } of steps) ran.push(await judgeCase(name, step))
    return [generated, ...compiled, ...ran]
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true })
  }
}

async function writeFiles(folder: string, { settings, adapter, schemas }: Generator, url: string): Promise<void> {
  const description = await (await fetch(`${url}/openapi.json`)).text()
  const files = {
    ...settings(url),
    'openapi.json': description,
    'adapter.ts': adapter,
    'schemas.ts': schemas,
    'facts.ts': factsText,
    'older-typescript.mjs': OLDER_TYPESCRIPT,
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts', 'api'] }),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
}

/** Runs the generator. @throws Error for a failure, and for output that is not usual, such as a warning */
async function generate(folder: string, { program, args, usual, unjudged }: Generator): Promise<void> {
  const hook = pathToFileURL(join(folder, 'older-typescript.mjs')).href
  const env = { PATH: process.env.PATH, NODE_OPTIONS: `--import=${hook}`, NO_COLOR: '1' }
  const { stdout, stderr } = await run(process.execPath, [join(PACKAGES, program), ...args], { cwd: folder, env })
  const lines = stripVTControlCharacters(stdout + stderr).split('\n')
  const unusual = lines.filter(line => line.trim() !== '' && !usual.test(line))
  if (unusual.length > 0) throw new Error(unusual.join('\n'))
  if (unjudged) {
    const path = join(folder, unjudged.file)
    writeFileSync(path, readFileSync(path, 'utf8').replace(unjudged.mark, ''))
  }
}

/** Compiles what was generated, the adapter and the facts. */
async function compile(folder: string): Promise<JudgedCase[]> {
  copyFileSync(join(import.meta.dirname, 'openapi/seen-cart.ts'), join(folder, 'seen-cart.ts'))
  const { stdout } = await run(process.execPath, [TSC, '-p', folder, '--pretty', 'false'], { cwd: folder }).catch(
    (failure: { stdout: string }) => failure,
  )
  const errors = stdout.split('\n').filter(line => /^\S.*error TS/.test(line))
  const ofFacts = errors.flatMap(text => {
    const [, line] = /^facts\.ts\((\d+),/.exec(text) ?? []
    return line === undefined ? [] : [{ line: Number(line), text }]
  })
  const others = errors.filter(text => !text.startsWith('facts.ts('))
  return [
    { name: 'compiles in strict mode', ...(others.length > 0 && { failure: others.join('\n') }) },
    ...judgeFacts(ofFacts),
  ]
}

/** Bundles the adapter, and starts its round trip. */
async function startClient(folder: string, url: string): Promise<RoundTrip> {
  const outfile = join(folder, 'bundle.mjs')
  const { warnings } = await build({
    entryPoints: [join(folder, 'adapter.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    nodePaths: [PACKAGES],
    logLevel: 'silent',
  })
  if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join('\n'))
  const { start } = (await import(pathToFileURL(outfile).href)) as { start: StartRoundTrip }
  return start(url)
}
