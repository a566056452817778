/** Renders an endpoint of the reference: description, access, parameters, body, responses, errors and examples. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { errorAddress } from './addresses.ts'
import { type Api, type Endpoint, nameOf, type Response, type Schema } from './api.ts'
import { renderExamples } from './examples.ts'
import type { Reference } from './reference.ts'
import { type Refusal, refusalsOf } from './refusals.ts'
import { renderFields, renderParameters, renderType } from './schema.ts'
import { renderInline, renderText } from './text.ts'
import { renderTrial } from './trial.ts'

/** Renders an endpoint as an `article` element. */
export function renderEndpoint({ api, mode }: Reference, endpoint: Endpoint): SafeHtml {
  const { operationId, summary, description } = endpoint
  return html`
      <article class="endpoint" id="${operationId}" aria-labelledby="${operationId}-title">
        <div class="summary">
          <h2 id="${operationId}-title"><a href="#${operationId}">${summary}</a></h2>
          ${renderAddress(endpoint)}
          ${renderText(description)}
          ${renderAccess(endpoint)}
          ${renderParameters(endpoint.parameters)}
          ${renderBody(api, endpoint)}
          ${renderResponses(api, endpoint)}
          ${renderRefusals(api, endpoint)}
        </div>
        <div class="aside">
          ${mode === 'try' ? renderTrial(endpoint) : null}
          ${renderExamples(endpoint, api.servers[0]?.url ?? '')}
        </div>
      </article>`
}

/** Renders the method and the path of an endpoint. */
export function renderAddress({ method, path }: Endpoint): SafeHtml {
  const parts = path.split(/(?=\/)/)
  return html`<p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${parts.map(each => html`${each}<wbr>`)}</code></p>`
}

const callers: Record<string, string> = {
  'storefront:account': 'a member',
  'storefront:cart': 'a guest',
}

function renderAccess({ security }: Endpoint): SafeHtml {
  const scopes = security.flatMap(({ accessToken = [] }) => accessToken)
  if (scopes.length > 0) {
    const who = scopes.map((scope, index) => {
      const separator = index === 0 ? '' : ' or '
      return html`${separator}${callers[scope] ?? 'an administrator'} with the scope <code>${scope}</code>`
    })
    return html`<p class="access">Takes the token of ${who}.</p>`
  }
  if (security.some(each => 'metricsToken' in each))
    return html`<p class="access">Takes the token of METRICS_TOKEN, where it is set.</p>`
  if (security.some(each => 'webSession' in each))
    return html`<p class="access">Takes no token; the session cookie identifies the member or guest.</p>`
  return html`<p class="access">Takes no token.</p>`
}

function renderBody({ components }: Api, { requestBody }: Endpoint): SafeHtml | null {
  const [{ schema = undefined } = {}] = Object.values(requestBody?.content ?? {})
  if (!schema) return null
  const named = schema.$ref ? components.schemas[nameOf(schema.$ref)] : undefined
  const name = named ? html` ${renderType(schema)}` : null
  const optional = requestBody?.required ? null : html` <small>optional</small>`
  return html`<h3>Body${name}${optional}</h3>${renderSchema(named ?? schema)}`
}

/** Renders a table of the fields of a schema, or its type if it has no fields. */
function renderSchema(schema: Schema): SafeHtml {
  return renderFields(schema) ?? html`<p>${renderType(schema)}</p>`
}

function renderResponses(api: Api, { responses }: Endpoint): SafeHtml {
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400)
  return html`<h3>Response</h3>${successes.map(([status, response]) => renderResponse(api, status, response))}`
}

function renderResponse(api: Api, status: string, { description, headers = {}, content = {} }: Response): SafeHtml {
  const [[type, { schema = undefined } = {}] = []] = Object.entries(content)
  const own = Object.keys(headers).filter(name => name !== 'Cache-Control')
  const what = schema?.$ref ? html`: ${renderType(schema)}` : null
  return html`
          <p><b>${status}</b> ${description}${what}${type ? html` <small>${type}</small>` : null}</p>
          ${schema && !schema.$ref ? renderSchema(schema) : null}
          ${own.length > 0 ? html`<dl class="headers">${own.map(name => renderHeader(api, name))}</dl>` : null}`
}

function renderHeader({ components }: Api, name: string): SafeHtml {
  return html`<div><dt><code>${name}</code></dt><dd>${renderInline(components.headers[name]?.description ?? '')}</dd></div>`
}

function renderRefusals(api: Api, endpoint: Endpoint): SafeHtml | null {
  const refusals = refusalsOf(api, endpoint)
  if (refusals.length === 0) return null
  return html`
          <details class="refusals">
            <summary>Refusals <small>${refusals.length}</small></summary>
            <table>
              <thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">For example</th></tr></thead>
              <tbody>${refusals.map(renderRefusal)}</tbody>
            </table>
          </details>`
}

function renderRefusal({ status, code, detail }: Refusal): SafeHtml {
  return html`
                <tr><td>${status}</td><th scope="row"><a href="${errorAddress(code)}"><code>${code}</code></a></th><td>${detail}</td></tr>`
}
