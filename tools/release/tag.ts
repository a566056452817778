/**
 * `node tools/release/tag.ts v1.0.0-rc.1`, for the workflow of a release: compares a tag with the versions of the packages, and prints what
 * the later jobs need to know, one `name=value` a line. Exits with 1 when a version or the changelog's section differs.
 */

import { ROOT } from '../npm.ts'
import { readFiles } from './candidate.ts'
import { CHANGELOG, requireVersions, textOf } from './changed-files.ts'
import { sectionOf } from './changelog.ts'
import { endWith } from './release-error.ts'
import { distTagOf, versionOfTag } from './version.ts'

try {
  const version = versionOfTag(process.argv[2] ?? '')
  const files = readFiles(ROOT)
  requireVersions(files, version)
  sectionOf(textOf(files, CHANGELOG), version)
  console.log(`version=${version}\ndist-tag=${distTagOf(version)}`)
} catch (error) {
  endWith(error)
}
