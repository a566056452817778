/** A link that brings the products of a cart to whoever opens it: the form, and what was made. */

import { html } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { worded } from '../../problems.js'
import { stateful } from '../../stateful.js'
import { Card } from '../../ui/card.js'
import { Form } from '../../ui/form.js'
import { MadeLink } from './made-link.js'
import { readSubject } from './subjects.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./cart-types.js').OwnerCart} OwnerCart */
/** @typedef {import('./made-link.js').Link} Link */
/** @typedef {{ app: App, owned: OwnerCart }} Props */

const DAY_MS = 86_400_000
/** As long as the API has it valid without a request. */
const DEFAULT_DAYS = '7'
/** The clocks of browser and server differ: the longest link is not refused for it. */
const CLOCKS_MS = 60_000

/** The card; none for who may not make a link, and for a cart that has nothing for it. @param {Props} props */
export function CartLink({ app, owned }) {
  const isOwners = readSubject(owned.subject).kind !== 'ucp'
  if (!app.can('carts:write') || !isOwners || owned.cart.included.length === 0) return null
  return html`<${LinkCard} app=${app} owned=${owned} />`
}

const LinkCard = stateful(
  (/** @type {Props} */ _props) => ({ isOpen: false, made: /** @type {Link | null} */ (null) }),
  ({ app, owned }, { isOpen, made }, set) => {
    const { link: t } = app.texts().carts
    const make = async (/** @type {Record<string, string | boolean>} */ typed) => {
      set({ made: await makeLink(app, owned.subject, typed) })
    }
    const content = made
      ? html`<${MadeLink} app=${app} link=${made} onDone=${() => set({ made: null, isOpen: true })} />`
      : html`
        <details class="link-form" open=${isOpen}>
          <summary>${t.open}</summary>
          <${Form} app=${app} fields=${fieldsOf(t)} values=${{ days: DEFAULT_DAYS }} title=${t.title} action=${t.make} onSave=${make} />
        </details>`
    return html`<${Card} title=${t.title} class="cart-link"><p class="hint">${t.hint}</p>${content}<//>`
  },
)

/** @param {import('../../texts/texts.js').Texts['carts']['link']} t @returns {import('../../ui/field.js').FieldSpec[]} */
function fieldsOf(t) {
  return [
    { name: 'couponCode', label: t.couponCode, hint: t.couponHint },
    { name: 'days', label: t.days, hint: t.daysHint, inputMode: 'numeric' },
    { name: 'uses', label: t.uses, hint: t.usesHint, inputMode: 'numeric' },
  ]
}

/** Makes a link. @param {App} app @param {string} subject @param {Record<string, string | boolean>} typed @returns {Promise<Link>} @throws {Problem} */
async function makeLink(app, subject, typed) {
  const { link: t } = app.texts().carts
  const [couponCode = '', days = '', uses = ''] = ['couponCode', 'days', 'uses'].map(name =>
    String(typed[name] ?? '').trim(),
  )
  const wrong = [...(/^\d{0,3}$/.test(days) ? [] : ['days']), ...(/^\d{0,9}$/.test(uses) ? [] : ['uses'])]
  if (wrong.length > 0) {
    throw new Problem(
      422,
      wrong.map(name => ({ code: 'worded', detail: t.wrong[name] ?? '', source: { pointer: `/${name}` } })),
    )
  }
  const isDefault = days === '' || days === DEFAULT_DAYS
  const expiresAt = new Date(Date.now() + Number(days) * DAY_MS - CLOCKS_MS).toISOString()
  const body = {
    subject,
    ...(couponCode !== '' && { couponCode }),
    ...(!isDefault && { expiresAt }),
    ...(uses !== '' && { uses: Number(uses) }),
  }
  try {
    return (await app.api.write('POST', '/cart-links', body)).data
  } catch (error) {
    throw error instanceof Problem ? inWords(error, t) : error
  }
}

/** The refusal with sentences about the fields of the form. @param {Problem} problem @param {import('../../texts/texts.js').Texts['carts']['link']} t */
function inWords({ status, errors }, t) {
  const refused = errors.map(each => {
    if (each.code === 'cart_empty') return worded(each, t.nothing)
    const field = each.source?.pointer?.slice(1)
    const name = field === 'expiresAt' ? 'days' : (field ?? '')
    const detail = t.wrong[name]
    return each.code === 'field_invalid' && detail ? { ...worded(each, detail), source: { pointer: `/${name}` } } : each
  })
  return new Problem(status, refused)
}
