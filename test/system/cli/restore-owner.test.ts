/**
 * `sepet restore` run by root for a server that runs as another user: the server must be able to open the restored
 * database.
 */

import assert from 'node:assert/strict'
import { chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { runSepet } from '../../support/service/process.ts'

/** Numeric ids; a user account is not needed. */
const server = { uid: 4_001, gid: 4_002 }
const other = { uid: 4_003, gid: 4_004 }

describe('the database that root restores', { skip: cannotGiveAway() }, () => {
  let folder: string
  let backup: string
  let data: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-owner-'))
    backup = join(folder, 'backup.sqlite')
    await sepet(folder, 'migrate')
    await sepet(folder, 'backup', backup)
  })
  after(() => rmSync(folder, { recursive: true }))
  beforeEach(() => {
    data = mkdtempSync(join(folder, 'data-'))
  })

  async function sepet(DATA_DIR: string, ...args: string[]): Promise<void> {
    const { status, stderr } = await runSepet(args, { DATA_DIR })
    assert.equal(status, 0, stderr)
  }

  /** @returns the owner of each file in the data folder */
  const owners = () =>
    readdirSync(data).map(name => {
      const { uid, gid } = statSync(join(data, name))
      return { uid, gid }
    })

  it('belongs to the owner of the previous database, also when the folder has another owner', async () => {
    await sepet(data, 'migrate')
    for (const name of readdirSync(data)) chownSync(join(data, name), server.uid, server.gid)
    chownSync(data, other.uid, other.gid)
    await sepet(data, 'restore', backup)
    assert.deepEqual(owners(), [server, server])
  })

  it('belongs to the owner of the folder when there was no previous database', async () => {
    chownSync(data, server.uid, server.gid)
    await sepet(data, 'restore', backup)
    assert.deepEqual(owners(), [server])
  })
})

/** @returns the reason why files cannot change owner here, or false when they can */
function cannotGiveAway(): string | false {
  if (process.getuid?.() !== 0) return 'only root can give files away'
  const folder = mkdtempSync(join(tmpdir(), 'sepet-owner-'))
  try {
    chownSync(folder, server.uid, server.gid)
    return false
  } catch (error) {
    return `root cannot give files away here: ${(error as NodeJS.ErrnoException).code}`
  } finally {
    rmSync(folder, { recursive: true })
  }
}
