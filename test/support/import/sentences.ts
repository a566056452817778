/** Every sentence that an import can say of a file, as the sources have it. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDERS = ['src/import/**/*.ts', 'src/shop-file/*.ts']
/** Sources without sentences about files: answers of the API, names of columns, schemas, and SQL. */
const WITHOUT =
  /\.test\.ts$|\/http\/|-headings\.ts$|-columns\.ts$|customer-tables\.ts$|column-mapping\.ts$|\.schema\.ts$|-fields\.ts$|product-row\.ts$|scratch\.store\.ts$/
/** Errors whose message is a finding. */
const TOLD = ['UnreadableFile', 'ShopFileSyntaxError', 'BrokenCsv', 'IdsExhausted']
/** A sentence completes one that begins with a place, or begins with what it is about. */
const SENTENCE = /^(?:is|has|must|cannot|would|an?|the|they|their|there|it|text|[a-z]{2,}s) /
/** Parts of other sentences, which have more than these words. */
const OPEN = /(?:: |: it must be |^must be |, which)§?$|^save the table as /
/** Methods whose last text names a value in a sentence. */
const NAMING = ['price', 'time', 'flag', 'readId', 'unique']

/** A sentence with `§` for each part that its source computes, and the method that is called with it. */
export interface Sentence {
  text: string
  call: string
  path: string
}

/** Reads the sentences of all sources. */
export function readSentences(): Sentence[] {
  const paths = FOLDERS.flatMap(folder => globSync(folder, { cwd: ROOT })).filter(path => !WITHOUT.test(path))
  return paths.flatMap(path => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    return sentencesIn(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)).map(each => ({ ...each, path }))
  })
}

function sentencesIn(source: ts.SourceFile): Omit<Sentence, 'path'>[] {
  const constants = new Map<string, string>()
  const found: Omit<Sentence, 'path'>[] = []
  const visit = (node: ts.Node, call: string): void => {
    if (isUntold(node)) return
    const text = textOf(node, constants)
    if (text === undefined) {
      const within = callOf(node)
      for (const child of childrenOf(node, within)) visit(child, within ?? call)
    } else if (NAMING.includes(call) ? /^[a-z]/.test(text) : SENTENCE.test(text) && !OPEN.test(text))
      found.push({ text, call })
  }
  const readConstants = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isStringLiteral(node.initializer))
      constants.set(node.name.getText(), node.initializer.text)
    node.forEachChild(readConstants)
  }
  readConstants(source)
  visit(source, '')
  return found
}

/** Whether nothing in a node is told: imports, types, SQL, and errors that are no findings. */
function isUntold(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return isError(node.expression.getText())
  if (ts.isCallExpression(node)) return node.expression.getText() === 'super'
  return ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isTaggedTemplateExpression(node)
}

function isError(name: string): boolean {
  return /Error$|Busy$|^ShopNotNew$/.test(name) && !TOLD.includes(name)
}

/** What is in a node; of a check for repeated keys only how the key is called. */
function childrenOf(node: ts.Node, call: string | undefined): ts.Node[] {
  if (call === 'unique' && ts.isCallExpression(node)) return node.arguments.slice(3)
  const children: ts.Node[] = []
  node.forEachChild(child => void children.push(child))
  return children
}

function callOf(node: ts.Node): string | undefined {
  if (ts.isNewExpression(node)) return node.expression.getText()
  if (!ts.isCallExpression(node)) return undefined
  return ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText()
}

/** The text of a literal; constants of the module stand in their places. */
function textOf(node: ts.Node, constants: ReadonlyMap<string, string>): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  const spans = node.templateSpans.map(
    ({ expression, literal }) => (constants.get(expression.getText()) ?? '§') + literal.text,
  )
  return node.head.text + spans.join('')
}
