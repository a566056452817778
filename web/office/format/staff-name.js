/** What a member of the staff is called. */

/** The actors of the roles that a developer signs in as. */
const ROLE = /^admin:office-(support|marketing|warehouse|owner)$/
/** The person that stands for each role, as the server names it. @type {Record<string, string>} */
const PEOPLE = { support: 'Derya', marketing: 'Mert', warehouse: 'Elif', owner: 'Nazan' }

/**
 * The name, with the role of a developer who has signed in as one.
 * @param {{ actor: string, name: string }} staff
 * @param {Pick<import('../texts/texts.js').Texts, 'signIn'>} texts
 */
export function staffName({ actor, name }, { signIn }) {
  const [, role = ''] = ROLE.exec(actor) ?? []
  const [title] = signIn.roles[role] ?? []
  return title === undefined ? name : `${name} (${title})`
}

/** The person that stands for the role of a developer; null for other actors. @param {string} actor */
export function staffOfRole(actor) {
  return PEOPLE[ROLE.exec(actor)?.[1] ?? ''] ?? null
}
