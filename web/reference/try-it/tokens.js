/**
 * Tokens at hand: a new guest's, a test member's, or what the reader pastes; for administrators also the session of the office. They are
 * in a variable of the page, nowhere else.
 */

const GUEST_TOKENS = '/api/v3/storefront/2026-01/guest-tokens'

/** Creates the store of the page's token, which all its forms share. */
export function createTokens() {
  let token = ''
  let isOffice = false
  return {
    current: () => token,
    /** Whether requests of administrators go through the office, with the rights of who has signed in there. */
    isOffice: () => isOffice,
    /** Takes a token for a shopper, or the session of the office, and says so in every form of the kind. @param {string | undefined} taken */
    take: async taken => {
      const kind = taken === 'office' ? 'administrator' : 'shopper'
      try {
        if (taken === 'office') {
          say(kind, await officeText())
          isOffice = true
          return
        }
        const found = await tokenOf(taken)
        token = found.token
        say(kind, found.text)
      } catch (error) {
        say(kind, error instanceof Error ? error.message : String(error))
      }
    },
    /** Takes a pasted token, and fills the fields of the other forms. @param {HTMLInputElement} field */
    paste: field => {
      token = field.value.trim()
      isOffice = false
      say('administrator', '')
      for (const each of document.querySelectorAll('.try input[data-in="token"]')) {
        if (each instanceof HTMLInputElement && each !== field) each.value = field.value
      }
    },
  }
}

/** Copies a command that prints a token. @param {string} command */
export async function copyCommand(command) {
  try {
    await navigator.clipboard.writeText(command)
    say('administrator', 'Copied.')
  } catch {
    say('administrator', 'It cannot be copied here: select it.')
  }
}

/** @param {string | undefined} shopper @returns {Promise<{ token: string, text: string }>} */
async function tokenOf(shopper) {
  if (shopper === 'guest') {
    const { accessToken } = await ask('POST', GUEST_TOKENS)
    return { token: accessToken, text: 'The token of a new guest is used.' }
  }
  if (shopper !== 'member') return { token: '', text: 'No token.' }
  const { members } = await ask('GET', '/playground/shop')
  const member = members.find((/** @type {{ status: string }} */ { status }) => status === 'active')
  if (!member) throw new Error('The shop has no test member: load the sample shop.')
  const { token } = await ask('POST', '/playground/tokens', { customerId: member.id })
  return { token, text: `The token of the test member ${member.name ?? member.id} is used.` }
}

/** What the session of the office allows. @throws {Error} without one */
async function officeText() {
  const response = await fetch('/office/session')
  if (!response.ok) {
    throw new Error(
      'Nobody has signed in to the office in this browser: open the link of the office that Sepet has printed, and sign in.',
    )
  }
  const { name, scopes } = await response.json()
  return `The session of the office is used: ${name}, with ${scopes.join(', ')}.`
}

/** Sends a request to the API or the playground. @param {string} method @param {string} path @param {object} [body] */
async function ask(method, path, body) {
  const json = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(path, { method, ...json })
  if (response.ok) return response.json()
  throw new Error(`${path} answers ${response.status}. Open this page at the PUBLIC_URL of the service.`)
}

/** @param {'shopper' | 'administrator'} kind of the forms @param {string} text */
function say(kind, text) {
  for (const output of document.querySelectorAll(`.try .${kind} output`)) output.textContent = text
}
