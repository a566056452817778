/**
 * `node tools/release/notes.ts v1.0.0-rc.1 https://github.com/<owner>/<repository>`, for the workflow of a release: prints the notes of the
 * release on GitHub, which are the changelog's section with links to the files of the tag.
 */

import { ROOT } from '../npm.ts'
import { readFiles } from './candidate.ts'
import { CHANGELOG, textOf } from './changed-files.ts'
import { notesOf, sectionOf } from './changelog.ts'
import { endWith } from './release-error.ts'
import { versionOfTag } from './version.ts'

try {
  const [tag = '', url = ''] = process.argv.slice(2)
  console.log(notesOf(sectionOf(textOf(readFiles(ROOT), CHANGELOG), versionOfTag(tag)), `${url}/blob/${tag}`))
} catch (error) {
  endWith(error)
}
