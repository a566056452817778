import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { groupFiles, writeGroups } from './file-groups.ts'

/** Groups of test files: size, order, and files that need a process of their own. */
describe('groups of test files', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-groups-'))
  })
  after(() => rmSync(folder, { recursive: true }))
  const write = (name: string, text = '') => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  it('contain every file once, and have about the same size', () => {
    const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(name => write(name))
    const groups = groupFiles(files, 3)
    assert.deepEqual(groups.flat().sort(), files)
    assert.deepEqual(
      groups.map(({ length }) => length),
      [3, 2, 2],
    )
    assert.equal(groupFiles(files, 9).length, 7)
  })

  it('separate a file whose hooks would run for the tests of other files', () => {
    const hooked = write('hooked', "import { before, it } from 'node:test'\nbefore(() => {})\n")
    const inSuite = write('suite', "describe('x', () => {\n  before(() => {})\n})\n")
    assert.deepEqual(groupFiles([hooked, inSuite], 1), [[inSuite], [hooked]])
  })

  it('separate a file that tests Sepet in other processes only', () => {
    const command = write('command', "import { runSepet } from '../support/service/process.ts'\n")
    const both = write('both', "import '../support/service/process.ts'\nimport '../support/service/service.ts'\n")
    assert.deepEqual(groupFiles([command, both], 1), [[both], [command]])
  })

  it('are written as modules whose names sort in the order of the groups', () => {
    const groups = Array.from({ length: 11 }, (_, n) => [write(`test ${n}`)])
    const paths = writeGroups(join(folder, 'sorted'), groups, {})
    assert.deepEqual(paths.toSorted(), paths)
    const url = pathToFileURL(join(folder, 'test 10'))
    assert.match(readFileSync(paths[10] ?? '', 'utf8'), new RegExp(`^import .* './environment.mjs'\nimport "${url}"\n`))
  })

  it('set the environment before their files are loaded', async () => {
    const file = write('reads.mjs', 'globalThis.read = process.env.SEPET_GROUP\n')
    const [path = ''] = writeGroups(join(folder, 'environment'), [[file]], { SEPET_GROUP: 'a "text"' })
    await import(pathToFileURL(path).href)
    assert.equal((globalThis as { read?: string }).read, 'a "text"')
  })
})
