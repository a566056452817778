/**
 * `node tools/release/notes.ts v1.0.0-rc.1 https://github.com/<owner>/<repository>`, for the workflow of a release: prints the notes of the
 * release on GitHub, which are the changelog's section with links to the files of the tag.
 */

import { CHANGELOG, readFiles } from './changed-files.ts'
import { notesOf, sectionOf } from './changelog.ts'

const [tag = '', url = ''] = process.argv.slice(2)
const section = sectionOf(readFiles().get(CHANGELOG) ?? '', tag.slice(1))
console.log(notesOf(section, `${url}/blob/${tag}`))
