/** The changelog at a release: the section of the unreleased changes gets a version and a date, and becomes the notes of the release on GitHub. */

const UNRELEASED = '## Unreleased'

/**
 * Gives the unreleased changes a version and a date, below a new empty section.
 * @param date such as `2026-01-31`
 * @throws Error when the section is missing or empty, or the version has a section already
 */
export function cutChangelog(text: string, version: string, date: string): string {
  if (findSection(text, version) !== undefined) throw new Error(`CHANGELOG.md has a section ${version} already.`)
  const changes = findSection(text, 'Unreleased')
  if (changes === undefined) throw new Error(`CHANGELOG.md has no section “${UNRELEASED}”.`)
  if (!/^- /m.test(changes)) throw new Error(`CHANGELOG.md has no entry below “${UNRELEASED}”.`)
  const [before = '', ...after] = text.split(/^## Unreleased$/m)
  return [before, `${UNRELEASED}\n\n## ${version} - ${date}`, ...after].join('')
}

/** Returns the text below the heading of a version, without it. @throws Error when the version has no section */
export function sectionOf(text: string, version: string): string {
  const section = findSection(text, version)
  if (section === undefined) throw new Error(`CHANGELOG.md has no section ${version}.`)
  return section
}

function findSection(text: string, name: string): string | undefined {
  const sections = text.split(/^## /m).slice(1)
  const found = sections.find(
    section => new RegExp(`^${RegExp.escape(name)}(?: - .*)?$`, 'm').exec(section)?.index === 0,
  )
  return found?.replace(/^.*\n?/, '').trim()
}

/**
 * Turns a section into the notes of a release on GitHub, which breaks every line and has no folder for links.
 * @param base URL of the files of the release, without a slash at its end
 */
export function notesOf(section: string, base: string): string {
  const unwrapped = section.replace(/\n {2}(?! *[-*] )(?=\S)/g, ' ')
  return unwrapped.replace(/\]\((?![a-z]+:|#)([^)]+)\)/g, (_, path) => `](${base}/${path})`)
}
