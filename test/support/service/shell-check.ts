/**
 * Checks commands of the docs without running them: shell syntax, `sepet` arguments, npm scripts and configuration
 * variables.
 */

import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Command } from 'commander'
import packageJson from '../../../package.json' with { type: 'json' }
import { buildProgram } from '../../../src/cli/program.ts'
import { readConfig } from '../../../src/config/config.ts'
import { variables } from '../../../src/config/variables.ts'

const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** `sepet` at the start of a command, or its file anywhere, with the arguments up to the end of the command. */
const SEPET =
  /(?:(?:^|[(|;]|&&)\s*(?:[A-Z_]+=\S+ )*(?:npm run --silent sepet --|(?:npx |sudo )?sepet)|(?:cli\/bin\.js|cli\/sepet\.ts))(?= )([^|&;)\n<>]*)/gm

/**
 * @param page the page around the script, which may use its variables
 * @returns one sentence for each problem
 */
export async function complaintsAboutScript(script: string, page: string): Promise<string[]> {
  const syntax = await run('bash', ['-n', '-c', script]).then(
    () => [],
    ({ stderr }: { stderr: string }) => [stderr.trim()],
  )
  const lines = script.replace(/\\\n\s*/g, ' ').replace(/(^|\s)#.*$/gm, '')
  return [...syntax, ...complaintsAboutCommands(lines), ...complaintsAboutVariables(lines, page)]
}

/** @returns the problems of a command within a sentence, which may omit arguments */
export function complaintsAboutMention(text: string): string[] {
  return complaintsAboutCommands(text, complaintsAboutOptions)
}

/** Checks the arguments of a command. @returns one sentence for each problem */
type Check = (command: Command, args: string[]) => string[]

/** @returns problems of `sepet` commands, npm scripts and source files in a text */
function complaintsAboutCommands(text: string, check: Check = complaintsAboutArguments): string[] {
  const sepet = [...text.matchAll(SEPET)].flatMap(([, rest = '']) => complaintsAboutSepet(words(rest), check))
  const scripts = [...text.matchAll(/npm run (?:--silent )?(\w[\w:-]*)/g)].map(([, name = '']) => name)
  const files = [...text.matchAll(/(?:^|\s)node ((?:bench|tools|test|src)\/\S+\.ts)/g)].map(([, path = '']) => path)
  return [
    ...sepet,
    ...scripts.filter(name => !Object.hasOwn(packageJson.scripts, name)).map(name => `npm run ${name} does not exist`),
    ...files.filter(path => !existsSync(join(ROOT, path))).map(path => `${path} does not exist`),
  ]
}

/** @returns a problem for each variable that is set to an invalid value, or that neither Sepet nor the page reads */
export function complaintsAboutVariables(script: string, page: string): string[] {
  return [...script.matchAll(/(?:^|\s)([A-Z][A-Z0-9_]+)=('[^']*'|"[^"]*"|\S*)/gm)].flatMap(
    ([, name = '', value = '']) => {
      if (Object.hasOwn(variables, name)) return complaintsAboutValue(name, value.replace(/^(['"])(.*)\1$/, '$2'))
      return name.startsWith('TEST_') || isBuildArgument(name, script) || page.includes(`$${name}`)
        ? []
        : [`${name} is no variable that anything reads`]
    },
  )
}

/** Whether a command passes a variable to the build of the image, which declares it. */
function isBuildArgument(name: string, script: string): boolean {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  return script.includes(`--build-arg ${name}=`) && dockerfile.includes(`ARG ${name}=`)
}

/** @returns the problem of a value that the configuration refuses. Values with shell variables are not checked */
function complaintsAboutValue(name: string, value: string): string[] {
  if (value.includes('$') || name === 'NODE_ENV') return []
  try {
    readConfig({ [name]: value })
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

/** @returns problems of one call of `sepet` */
function complaintsAboutSepet(args: string[], check: Check): string[] {
  let command: Command = buildProgram({})
  let rest = args
  for (let below = findBelow(command, rest); below; below = findBelow(command, rest)) {
    command = below
    rest = rest.slice(1)
  }
  if (['--help', '--version'].includes(rest[0] ?? '')) return []
  const complaints = command.commands.length > 0 ? ['no such command'] : check(command, rest)
  return complaints.map(message => `sepet ${args.join(' ')}: ${message}`)
}

function findBelow(command: Command, [name]: string[]): Command | undefined {
  return command.commands.find(each => each.name() === name)
}

/** @returns unknown options */
function complaintsAboutOptions(command: Command, args: string[]): string[] {
  const known = command.options.flatMap(({ long, short }) => [long, short])
  return args.filter(arg => /^-./.test(arg) && !known.includes(arg)).map(option => `${option} is unknown`)
}

function complaintsAboutArguments(command: Command, args: string[]): string[] {
  const unknown = complaintsAboutOptions(command, args)
  if (unknown.length > 0) return unknown
  try {
    return complaintsAboutOperands(command, command.configureOutput({ writeErr: () => {} }).parseOptions(args).operands)
  } catch (error) {
    return [(error as Error).message]
  }
}

/** @returns problems of the number of arguments and of their choices */
function complaintsAboutOperands({ registeredArguments: declared }: Command, operands: string[]): string[] {
  const least = declared.filter(({ required }) => required).length
  const most = declared.at(-1)?.variadic ? Number.POSITIVE_INFINITY : declared.length
  if (operands.length < least || operands.length > most) return ['another number of arguments is needed']
  return declared
    .filter(({ argChoices }, index) => argChoices && !argChoices.includes(operands[index] ?? ''))
    .map(({ argChoices }) => `choose from ${argChoices}`)
}

function words(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, one, other, plain]) => one ?? other ?? plain ?? '')
}
