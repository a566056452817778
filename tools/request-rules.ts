/**
 * Rules on the parts of a request, read from the syntax tree: none is spread into another object, headers are read by name, and owners are
 * made in `auth/` alone. The test `test/ops/request-rules.test.ts` has an example of each breach.
 */

import ts from 'typescript-5'

/** Names by which code refers to what a client sent. */
const PARTS = ['body', 'params', 'given', 'namedHeaders', 'querystring']
/** Members of a request that hold what a client sent. */
const MEMBERS = [...PARTS, 'query', 'headers']
/** Functions that make an owner from an id, and the files that call them: each for a row, a verified token, an administrator's request, a new guest, or the secret name of an agent's cart. */
const MAKERS = ['memberWithId', 'guestWithId', 'ucpOwnerWithUuid', 'parseSubject', 'parseCartSubject']
const MAKERS_ALLOWED =
  /^src\/(auth|openapi|playground)\/|^src\/(guests\/guest-tokens\.routes|customers\/repeat-for-moved-ids|web-checkout\/(handoff\/handoff-token\.jwt|session\/(acting\.routes|login\.store|session\.sql))|checkouts\/(checkouts\.(routes|store)|checkout-list-query)|cart\/admin\/(owner-cart|carts\.document)|import\/staging\/carts\.store|cart-links\/(opening\/open-link|made\/make-link)|ucp\/carts\/cart-names\.crypto)\.ts$/
/** Types that only `src/auth/` makes. */
const BRANDED = ['OwnerKey', 'Owner', 'Member', 'Guest', 'UcpOwner', 'CartOwner']

/** Rooms that wire requests, and those that have no handlers. */
const HTTP_ROOMS = /^src\/(http|app|openapi|tracing|outgoing)\//

/** Files that may do what a rule forbids, with the reason. */
const spreadAllowed: Readonly<Record<string, string>> = {
  'src/promotions/admin/read-promotion.ts': 'the schema of the record rebuilds the object',
}
const headersAllowed: Readonly<Record<string, string>> = {
  'src/import/http/imports.routes.ts': 'the media type of a body that is read as a stream',
  'src/import/http/receive-import.ts': 'the length of a body that is read as a stream',
}

/**
 * Finds the breaches of one file.
 * @param path from the root, such as `src/cart/cart.routes.ts`
 * @returns a sentence for each, with its line; empty outside the server's code
 */
export function requestBreachesOf(path: string, text: string): string[] {
  if (!path.startsWith('src/') || /^src\/(cli|(playground|office)\/browser)\//.test(path)) return []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
  const breaches: string[] = []
  const visit = (node: ts.Node): void => {
    for (const rule of rules) {
      const breach = rule(node, path)
      if (breach) breaches.push(`line ${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${breach}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return breaches
}

type Rule = (node: ts.Node, path: string) => string | undefined

const rules: Rule[] = [
  function spread(node, path) {
    if (!ts.isSpreadAssignment(node) || path in spreadAllowed) return undefined
    return isPart(node.expression, path) ? `spreads ${node.expression.getText()}: name its members` : undefined
  },

  function copy(node, path) {
    if (!ts.isCallExpression(node) || path in spreadAllowed) return undefined
    const isCopy = /^(Object\.assign|structuredClone)$/.test(node.expression.getText())
    const part = node.arguments.find(each => isPart(each, path))
    return isCopy && part ? `copies ${part.getText()}: name its members` : undefined
  },

  function makers(node, path) {
    if (!ts.isImportSpecifier(node) || MAKERS_ALLOWED.test(path)) return undefined
    const name = (node.propertyName ?? node.name).getText()
    return MAKERS.includes(name) ? `imports ${name}: a request's owner is \`request.owner\`` : undefined
  },

  function rest(node, path) {
    if (!ts.isObjectBindingPattern(node) || !node.elements.some(each => each.dotDotDotToken)) return undefined
    const from = sourceOf(node)
    return from && isPart(from, path) ? `takes the rest of ${from.getText()}: name its members` : undefined
  },

  function headers(node, path) {
    if (HTTP_ROOMS.test(path) || path in headersAllowed) return undefined
    const isRead =
      (ts.isPropertyAccessExpression(node) &&
        ['headers', 'rawHeaders'].includes(node.name.text) &&
        /\b(request|raw|req)$/.test(node.expression.getText())) ||
      (ts.isBindingElement(node) &&
        ['headers', 'rawHeaders'].includes((node.propertyName ?? node.name).getText()) &&
        isOfRequest(node.parent)) ||
      (ts.isElementAccessExpression(node) && /^['"](rawH|h)eaders['"]$/.test(node.argumentExpression.getText()))
    return isRead
      ? 'reads the headers of a request: name them in `validatedByHandler`, and read `namedHeaders`'
      : undefined
  },

  function assertion(node, path) {
    if (path.startsWith('src/auth/') || !(ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)))
      return undefined
    const { type } = node
    const name = ts.isTypeReferenceNode(type) ? type.typeName.getText() : ''
    return BRANDED.includes(name) ? `asserts the type ${name}: only src/auth/ makes one` : undefined
  },
]

function isPart(wrapped: ts.Expression | ts.Identifier, path: string): boolean {
  const expression = unwrapped(wrapped)
  if (ts.isBinaryExpression(expression)) return isPart(expression.left, path) || isPart(expression.right, path)
  if (ts.isElementAccessExpression(expression)) {
    return MEMBERS.includes(expression.argumentExpression.getText().slice(1, -1))
  }
  if (ts.isPropertyAccessExpression(expression)) {
    const isMember = /\b(request|raw|req|given)$/.test(expression.expression.getText())
    return (isMember && MEMBERS.includes(expression.name.text)) || isPart(expression.expression, path)
  }
  if (!ts.isIdentifier(expression)) return false
  return PARTS.includes(expression.text) || (/\.(routes|http)\.ts$/.test(path) && expression.text === 'query')
}

/** Takes parentheses, assertions and `!` away. */
function unwrapped(expression: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isNonNullExpression(expression)
  return isWrapped ? unwrapped(expression.expression) : expression
}

/** What an object pattern takes apart: the initialiser of a variable, or the member of an outer pattern; undefined for a parameter. */
function sourceOf(pattern: ts.ObjectBindingPattern): ts.Expression | ts.Identifier | undefined {
  const { parent } = pattern
  if (ts.isVariableDeclaration(parent)) return parent.initializer
  if (ts.isBindingElement(parent) && parent.propertyName && ts.isIdentifier(parent.propertyName))
    return parent.propertyName
  return undefined
}

/** Whether a pattern takes a parameter apart, or a variable that is a request. */
function isOfRequest(pattern: ts.Node): boolean {
  const { parent } = pattern
  if (ts.isParameter(parent)) return true
  if (ts.isVariableDeclaration(parent)) return /\b(request|raw|req)$/.test(parent.initializer?.getText() ?? '')
  return ts.isBindingElement(parent) && isOfRequest(parent.parent)
}
