/**
 * `node tools/release/tag.ts v1.0.0-rc.1`, for the workflow of a release: compares a tag with the versions of the packages, and prints what
 * the later jobs need to know, one `name=value` a line. Exits with 1 when a version or the changelog's section differs.
 */

import { CHANGELOG, readFiles, requireVersions } from './changed-files.ts'
import { sectionOf } from './changelog.ts'

const [, version] = /^v(\d.*)$/.exec(process.argv[2] ?? '') ?? []
if (version === undefined) throw new Error(`${process.argv[2]} is not the tag of a release, such as v1.0.0.`)
const files = readFiles()
requireVersions(files, version)
sectionOf(files.get(CHANGELOG) ?? '', version)
// The dist-tag of npm is a tag of the image, too.
console.log(`version=${version}\ndist-tag=${version.includes('-') ? 'next' : 'latest'}`)
