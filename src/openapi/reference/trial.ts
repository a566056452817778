/** Renders the form that sends a request of an operation, in development: its fields have the values of the first example. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { Endpoint, Parameter } from './api.ts'
import { exampleNamesOf } from './examples.ts'

/** The scopes of shoppers, for whom the page has tokens at hand. */
const SHOPPERS = ['storefront:cart', 'storefront:account']
/** Start of the paths that the office's pages reach, too. */
const ADMIN = '/api/v3/admin/'

/**
 * Renders the form. Its fields have no names, and its method only closes dialogs, so that no browser sends them without the script.
 *
 * @returns null for an operation whose answer is neither JSON nor empty, such as a page, a picture or a redirect
 */
export function renderTrial(endpoint: Endpoint): SafeHtml | null {
  if (!isTriable(endpoint)) return null
  const { operationId, method, path, summary, parameters } = endpoint
  return html`<details class="try">
            <summary>Try it</summary>
            <form method="dialog" aria-label="Try: ${summary}" data-method="${method}" data-path="${path}">
              ${renderToken(endpoint)}
              ${parameters.map(each => renderParameter(endpoint, each))}
              ${renderBody(endpoint)}
              <p class="actions"><button type="submit">Send</button></p>
            </form>
            <section class="answer" id="${operationId}-answer" aria-label="Answer" aria-live="polite"></section>
          </details>`
}

function isTriable({ responses }: Endpoint): boolean {
  return Object.entries(responses).some(
    ([status, { content }]) => status === '204' || (Number(status) < 300 && Object.keys(content ?? {}).some(isJson)),
  )
}

function isJson(type: string): boolean {
  return /[/+]json$/.test(type)
}

function renderToken({ security, path }: Endpoint): SafeHtml | null {
  if (security.some(each => 'metricsToken' in each)) return renderPasted('The value of METRICS_TOKEN')
  const scopes = [...new Set(security.flatMap(({ accessToken = [] }) => accessToken))]
  if (scopes.length === 0) return null
  if (scopes.some(each => SHOPPERS.includes(each))) return renderShoppers()
  return renderAdministrator(`npm run --silent sepet -- token admin --scope ${scopes[0]}`, path.startsWith(ADMIN))
}

/** The choices of an administrator: who has signed in to the office, or a token that a command prints. @param hasDoor whether the office reaches it */
function renderAdministrator(command: string, hasDoor: boolean): SafeHtml {
  const office = hasDoor ? html`<button type="button" data-taken="office">Session of the office</button>` : null
  return html`<fieldset class="token administrator">
                <legend>Token</legend>
                ${office}
                <button type="button" data-copied="${command}">Copy the command</button>
                ${renderPasted(html`Paste what <code>${command}</code> prints`)}
                <output></output>
              </fieldset>`
}

function renderShoppers(): SafeHtml {
  return html`<fieldset class="token shopper">
                <legend>Token</legend>
                <button type="button" data-taken="guest">New guest</button>
                <button type="button" data-taken="member">Test member</button>
                <button type="button" data-taken="nobody">None</button>
                <output>No token.</output>
              </fieldset>`
}

function renderPasted(hint: SafeHtml | string): SafeHtml {
  return html`<label>Token <input type="password" data-in="token" autocomplete="off"> <small>${hint}</small></label>`
}

function renderParameter(endpoint: Endpoint, { name, in: place, required, examples }: Parameter): SafeHtml {
  const [example = ''] = exampleNamesOf(endpoint)
  const value = examples?.[example]?.value ?? ''
  const attributes = required ? html` required` : null
  return html`<label><code>${name}</code> <small>${place}${required ? null : ', optional'}</small>
                <input data-in="${place}" data-name="${name}" value="${String(value)}" autocomplete="off" autocapitalize="none" spellcheck="false"${attributes}></label>`
}

function renderBody(endpoint: Endpoint): SafeHtml | null {
  const { examples } = endpoint.requestBody?.content['application/json'] ?? {}
  if (!endpoint.requestBody) return null
  const [example = ''] = exampleNamesOf(endpoint)
  const value = examples?.[example]?.value
  const text = value === undefined ? '' : JSON.stringify(value, null, 2)
  return html`<label>Body <small>JSON</small>
                <textarea data-in="body" rows="${Math.min(text.split('\n').length + 1, 16)}" spellcheck="false">${text}</textarea></label>`
}
