/** What the tag of a release publishes by .github/workflows/release.yml, in words. */

import { distTagOf } from './version.ts'

/** A tag that is to be pushed. */
export interface Publication {
  version: string
  /** Names of the packages. */
  packages: readonly string[]
  /** Name of the repository on GitHub; undefined while it is not known. */
  repository: string | undefined
}

/** Describes the publication in lines. */
export function describePublication({ version, packages, repository = '<owner>/<repository>' }: Publication): string[] {
  const distTag = distTagOf(version)
  const image = `ghcr.io/${repository.toLowerCase()}`
  const names = packages.map(name => `${name}@${version}`).join(' and ')
  const kind = distTag === 'next' ? 'a pre-release' : 'the latest release'
  return [
    `The tag v${version} starts .github/workflows/release.yml, which runs every check again and then publishes:`,
    `  npm     ${names} with provenance, dist-tag ${distTag}`,
    `  image   ${image}:${version} and ${image}:${distTag}`,
    `  GitHub  ${kind} with the section of the changelog, and both packages`,
  ]
}
