/** A member's group and dealer status, as text. */

/** Describes a member. @param {import('../../texts/texts.js').Texts} t @param {import('../../state.js').Member} [member] */
export function describeMember(t, member) {
  return [member?.group, member?.dealer && t.dealer].filter(Boolean).join(' · ')
}
