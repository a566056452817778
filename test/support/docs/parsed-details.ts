/** Where sources take apart the details of errors, reasons and conditions, which are texts for people. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5'

const ROOT = join(import.meta.dirname, '../../..')

/** Methods that find something in a text, or cut it. */
const PARSING = new Set([
  ...['at', 'charAt', 'endsWith', 'exec', 'includes', 'indexOf', 'lastIndexOf', 'localeCompare', 'match', 'matchAll'],
  ...['replace', 'replaceAll', 'search', 'slice', 'split', 'startsWith', 'substring', 'test'],
])

/** A place where a detail is taken apart. */
export interface ParsedDetail {
  path: string
  /** The call. */
  text: string
}

/**
 * Finds the calls that take a detail apart, and regular expressions that look for one in JSON.
 * @param patterns globs, relative to the repository
 * @param isLeftOut tells the paths that are not read
 */
export function findParsedDetails(patterns: readonly string[], isLeftOut: (path: string) => boolean): ParsedDetail[] {
  const paths = patterns.flatMap(pattern => globSync(pattern, { cwd: ROOT })).filter(path => !isLeftOut(path))
  return paths.toSorted().flatMap(path => {
    return parsedIn(readFileSync(join(ROOT, path), 'utf8')).map(text => ({ path, text }))
  })
}

/** Returns the calls of one source. */
export function parsedIn(code: string): string[] {
  if (!code.includes('detail')) return []
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isParsing(node) || isPattern(node)) found.push(node.getText())
    else node.forEachChild(visit)
  }
  visit(ts.createSourceFile('source.tsx', code, ts.ScriptTarget.Latest, true))
  return found
}

function isParsing(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { expression, name } = node.expression
  if (expression.getText() === 'assert') return false
  return PARSING.has(name.text) && [expression, ...node.arguments].some(isDetail)
}

/** Whether an expression is a detail, or is made from one: `detail`, `each.detail`, `detail.trim()`, `detail ?? ''`. */
function isDetail(node: ts.Node): boolean {
  if (ts.isIdentifier(node)) return node.text === 'detail'
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'detail'
  if (ts.isElementAccessExpression(node)) {
    return ts.isStringLiteral(node.argumentExpression) && node.argumentExpression.text === 'detail'
  }
  if (ts.isCallExpression(node)) {
    const { expression } = node
    const receiver = ts.isPropertyAccessExpression(expression) ? [expression.expression] : []
    return [...receiver, ...node.arguments].some(isDetail)
  }
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node)) {
    return isDetail(node.expression)
  }
  if (ts.isBinaryExpression(node)) return isDetail(node.left) || isDetail(node.right)
  if (ts.isTemplateExpression(node)) return node.templateSpans.some(span => isDetail(span.expression))
  return false
}

function isPattern(node: ts.Node): boolean {
  return ts.isRegularExpressionLiteral(node) && /"detail\\?"/.test(node.text)
}
