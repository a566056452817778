/** Tokens at hand: a new guest's, a test member's, or what the reader pastes. They are in a variable of the page, nowhere else. */

const GUEST_TOKENS = '/api/v3/storefront/2026-01/guest-tokens'

/** Creates the store of the page's token, which all its forms share. */
export function createTokens() {
  let token = ''
  return {
    current: () => token,
    /** Takes a token for a shopper, and says so in every form. @param {string | undefined} shopper */
    take: async shopper => {
      try {
        const taken = await tokenOf(shopper)
        token = taken.token
        say(taken.text)
      } catch (error) {
        say(error instanceof Error ? error.message : String(error))
      }
    },
    /** Takes a pasted token, and fills the fields of the other forms. @param {HTMLInputElement} field */
    paste: field => {
      token = field.value.trim()
      for (const each of document.querySelectorAll('.try input[data-in="token"]')) {
        if (each instanceof HTMLInputElement && each !== field) each.value = field.value
      }
    },
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

/** Sends a request to the API or the playground. @param {string} method @param {string} path @param {object} [body] */
async function ask(method, path, body) {
  const json = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(path, { method, ...json })
  if (response.ok) return response.json()
  throw new Error(`${path} answers ${response.status}. Open this page at the PUBLIC_URL of the service.`)
}

/** @param {string} text */
function say(text) {
  for (const output of document.querySelectorAll('.try output')) output.textContent = text
}
