/** The roles that a developer signs in as. */

import { Icon } from '../../../ui/components/icon.js'
import { html } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { keyHeader } from './office-key.js'

/** @typedef {import('../../app.js').App} App */

/** The roles; choosing one signs in. @param {{ app: App, roles: string[], onSignedIn: () => void, onOldKey: () => void }} props */
export function RoleList({ app, roles, onSignedIn, onOldKey }) {
  const { signIn } = app.texts()
  const choose = (/** @type {string} */ role) =>
    app.attempt(async () => {
      try {
        await app.api.office('POST', '/sign-in/role', { role }, keyHeader())
      } catch (error) {
        if (error instanceof Problem && error.status === 404) return onOldKey()
        throw error
      }
      onSignedIn()
    })
  return html`
    <ul class="roles" role="list">
      ${roles.map(role => {
        const [name, hint] = signIn.roles[role] ?? [role, '']
        return html`
          <li key=${role}>
            <button type="button" class="tile" onClick=${() => choose(role)}>
              <${Icon} name="person" /><span><b>${name}</b><small>${hint}</small></span><${Icon} name="next" />
            </button>
          </li>`
      })}
    </ul>
    <p class="hint">${signIn.development}</p>`
}
