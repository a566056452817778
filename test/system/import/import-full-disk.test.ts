/** An import over HTTP into the embedded database while the disk cannot take it. */

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { describe, it } from 'node:test'
import { IMPORTS } from '../../../src/api-paths.ts'
import { mintToken } from '../../../src/cli/token.ts'
import { readConfig } from '../../../src/config/config.ts'
import { createDatabase } from '../../support/database/engines.ts'
import { COMMAND, listening } from '../../support/service/process.ts'
import { callAt } from '../../support/service/service.ts'

/** Largest file that the service can write, in blocks of 512 bytes: 2 MB. */
const MAX_FILE_BLOCKS = 4_096

describe('an import over HTTP that the disk cannot take', () => {
  it('is answered 503, with the code of the database in the log', async () => {
    const { env, drop } = await createDatabase('sqlite', { content: 'schema' })
    const secrets = { ACCESS_TOKEN_SECRET: 'x'.repeat(40) }
    const limited = ['-c', `ulimit -f ${MAX_FILE_BLOCKS}; exec "$0" "$@"`, process.execPath, COMMAND, 'serve']
    const { PATH } = process.env
    const child = spawn('sh', [...limited, '--port', '0'], { env: { PATH, ...env, ...secrets } })
    const serving = await listening(child)
    const token = await mintToken(readConfig({ ...env, ...secrets }), 'admin', {
      scope: 'catalogue:write',
      ttlSeconds: 600,
    })
    const products = Array.from({ length: 40_000 }, (_, id) => ({ id: id + 1, name: 'a', price: '1' }))
    const send = (body: object) => callAt(serving.url)('POST', IMPORTS, { token, body })
    const { status, text } = await send({ products })
    assert.equal(status, 503, text)
    assert.equal((await send({ products: products.slice(0, 1) })).status, 200)
    await serving.kill('SIGTERM')
    assert.match(serving.output(), /"cause":\{"type":"\w+","code":"ERR_SQLITE_ERROR","errcode":\d+/)
    await drop()
  })
})
