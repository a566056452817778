/** Generates sections of docs/ and compose.yaml from the source: variables, commands, error codes, shop settings and the requests of apps. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command, Option } from 'commander'
import { pathOf, withSubcommands } from '../src/cli/help.ts'
import { buildProgram } from '../src/cli/program.ts'
import { type Variable, variableGroups, variables } from '../src/config/variables.ts'
import { describeAppErrors } from './docs/app-errors.ts'
import { appRequests, describeExchange } from './docs/app-requests.ts'
import { describeErrors } from './docs/error-index.ts'
import { describeShopSettings } from './docs/shop-settings.ts'
import { ROOT } from './npm.ts'

/** A generated section of a page, between two comments with its name. */
interface Section {
  page: string
  name: string
  write: () => string
}

const sections: Section[] = [
  { page: 'docs/configuration.md', name: 'variables', write: describeVariables },
  { page: 'compose.yaml', name: 'variables', write: listComposeVariables },
  { page: 'docs/command-line.md', name: 'commands', write: describeCommands },
  { page: 'docs/errors.md', name: 'codes', write: describeErrors },
  { page: 'docs/shop-settings.md', name: 'settings', write: describeShopSettings },
  { page: 'docs/mobile.md', name: 'errors-table', write: describeAppErrors },
  ...Object.entries(appRequests).map(([name, exchange]) => ({
    page: 'docs/mobile.md',
    name,
    write: () => describeExchange(exchange),
  })),
]

/** @returns the pages with generated sections, each with its present and its expected text */
export function generatedPages(): { page: string; is: string; shouldBe: string }[] {
  const pages = [...new Set(sections.map(({ page }) => page))]
  return pages.map(page => {
    const is = readFileSync(join(ROOT, page), 'utf8')
    return { page, is, shouldBe: sections.filter(each => each.page === page).reduce(fill, is) }
  })
}

/** Replaces the content of a section. @throws Error when the page lacks its comments */
function fill(text: string, { page, name, write }: Section): string {
  const isYaml = page.endsWith('.yaml')
  const comment = (content: string) => (isYaml ? `  # ${content}` : `<!-- ${content} -->`)
  const [begin, end] = [comment(`${name}: written by npm run docs`), comment(`end of ${name}`)]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${page} lacks the comments of its section "${name}".`)
  const gap = isYaml ? '\n' : '\n\n'
  return `${text.slice(0, from)}${begin}${gap}${write()}\n${text.slice(to)}`
}

/** What compose.yaml and the image set themselves. */
const SET_BY_COMPOSE = ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'REDIS_URL', 'TRUST_PROXY']

/** Lists the variables whose values come from `.env`. */
function listComposeVariables(): string {
  const names = Object.keys(variables).filter(name => !SET_BY_COMPOSE.includes(name))
  return names.map(name => `  ${name}:`).join('\n')
}

function describeVariables(): string {
  return Object.entries(variableGroups).map(describeGroup).join('\n')
}

/** Writes the heading and the table of a group of variables. */
function describeGroup([title, variables]: [string, Record<string, Variable<unknown>>]): string {
  const rows = Object.entries(variables).map(
    ([name, variable]) => `| \`${name}\` | ${describeDefault(variable)} | ${variable.about} |`,
  )
  return [`### ${title}`, '', '| Variable | Default | Meaning |', '|---|---|---|', ...rows, ''].join('\n')
}

/** Words are shown unchanged, values as code. */
function describeDefault({ fallback, otherwise }: Variable<unknown>): string {
  const text = otherwise ?? (Array.isArray(fallback) ? fallback.join(',') : String(fallback))
  if (text === '') return 'none'
  return otherwise === undefined || text.includes('$') ? `\`${text}\`` : text
}

/** Writes a table for each group of the program's help. */
function describeCommands(): string {
  const groups = Map.groupBy(buildProgram({}).commands, command => command.helpGroup() ?? '')
  return [...groups]
    .map(([heading, commands]) =>
      [
        `## ${heading.replace(/:$/, '')}`,
        '',
        '| Command | Does |',
        '|---|---|',
        ...commands.flatMap(describeCommand),
        '',
      ].join('\n'),
    )
    .join('\n')
}

/** Writes a row for each command that runs, and for each of its options. */
function describeCommand(command: Command): string[] {
  return withSubcommands(command)
    .filter(each => each.commands.length === 0)
    .flatMap(each => {
      const words = [pathOf(each), ...each.registeredArguments.map(describeArgument)].join(' ')
      return [`| **\`${words}\`** | ${cell(each.description())} |`, ...each.options.map(describeOption)]
    })
}

function describeArgument(argument: Command['registeredArguments'][number]): string {
  return `<${argument.argChoices?.join('|') ?? argument.name()}${argument.variadic ? '...' : ''}>`.replaceAll(
    '|',
    '\\|',
  )
}

function describeOption({ flags, description, defaultValue, defaultValueDescription }: Option): string {
  const fallback = defaultValueDescription ?? defaultValue
  const text = fallback === undefined ? description : `${description} (default: ${fallback})`
  return `| \`${flags}\` | ${cell(text)} |`
}

/** Escapes text for a cell of a Markdown table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/<([^>]+)>/g, '`<$1>`')
}
