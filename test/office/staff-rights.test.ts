/** The rights of the staff: they come from claims about the person, whatever the person asks the provider for, over HTTP. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { engines } from '../support/database/engines.ts'
import { BrowserClient } from '../support/office/browser-client.ts'
import { account, type ProvidedOffice, type ProvidedOptions, startProvidedOffice } from '../support/office/office.ts'

const READER = { name: 'Derya Çelik', roles: ['customers:read'] }
/** The provider grants these to the client, whoever asks. */
const scopes = ['customers:delete', 'carts:read', 'shop/events']

/** Signs in, after the person has replaced the requested scopes in the address of the provider. */
async function signIn({ url }: ProvidedOffice, requested?: string): Promise<BrowserClient> {
  const browser = new BrowserClient()
  const started = await browser.peek(`${url}/office/sign-in/start`)
  const address = new URL(started.headers.get('location') ?? '')
  if (requested !== undefined) address.searchParams.set('scope', requested)
  await browser.open(address.href)
  return browser
}

async function rightsOf({ url }: ProvidedOffice, browser: BrowserClient): Promise<string[] | undefined> {
  const { status, text } = await browser.fetch(`${url}/office/session`)
  return status === 200 ? JSON.parse(text).scopes : undefined
}

for (const engine of engines) {
  describe(`the rights of the staff on ${engine}`, () => {
    const started = async (
      env: NodeJS.ProcessEnv,
      run: (office: ProvidedOffice) => Promise<void>,
      options: ProvidedOptions = {},
    ) => {
      const office = await startProvidedOffice(engine, env, { scopes, ...options })
      office.provider.account = account(READER)
      await run(office).finally(async () => {
        await office.service.stop()
        await office.provider.stop()
      })
    }

    // Proves: self-granted-right
    it('are no scopes that the person has added to the request', async () => {
      await started({}, async office => {
        const browser = await signIn(office, 'openid profile customers:delete')
        assert.deepEqual(await rightsOf(office, browser), ['customers:read'])
        const deleted = await browser.fetch(`${office.url}/office/api/v3/admin/customers/1`, { method: 'DELETE' })
        assert.deepEqual([deleted.status, JSON.parse(deleted.text).errors[0].code], [403, 'insufficient_scope'])
      })
    })

    // Proves: self-granted-right
    it('are no scopes of the request, whose names the map contains', async () => {
      const ACCESS_TOKEN_SCOPE_MAP = 'shop/events=events:read'
      await started({ ACCESS_TOKEN_SCOPE_MAP, OFFICE_OIDC_SCOPE: 'openid profile shop/events' }, async office => {
        assert.deepEqual(await rightsOf(office, await signIn(office)), ['customers:read'])
      })
    })

    // Proves: self-granted-right
    it('are no scopes that the provider has granted and copies into the claim scope', async () => {
      const copiesScopes = true
      const asked = 'openid profile customers:delete'
      await started(
        {},
        async office => {
          assert.deepEqual(await rightsOf(office, await signIn(office, asked)), ['customers:read'])
          office.provider.account = account({ ...READER, scope: 'carts:read' })
          assert.deepEqual(await rightsOf(office, await signIn(office)), ['customers:read'])
        },
        { copiesScopes },
      )
      const env = { OFFICE_OIDC_SCOPE: 'openid profile carts:read', OFFICE_OIDC_SCOPE_AS_RIGHTS: 'true' }
      await started(
        env,
        async office => {
          const rights = await rightsOf(office, await signIn(office, `${asked} carts:read`))
          assert.deepEqual(rights, ['customers:read', 'carts:read'])
        },
        { copiesScopes },
      )
    })

    // Proves: self-granted-right
    it('are no scopes of a copy that the token response does not name', async () => {
      const env = {
        OFFICE_OIDC_SCOPE: 'openid profile carts:read customers:delete',
        OFFICE_OIDC_SCOPE_AS_RIGHTS: 'true',
      }
      await started(env, async office => {
        office.provider.account = account({ ...READER, scope: 'openid carts:read customers:delete' })
        const browser = await signIn(office, 'openid profile carts:read')
        assert.deepEqual(await rightsOf(office, browser), ['customers:read', 'carts:read'])
      })
    })

    // Proves: self-granted-right
    it('are none for a person without claims, who has no session', async () => {
      await started({ OFFICE_OIDC_SCOPE: 'openid profile carts:read' }, async office => {
        office.provider.account = account({ name: 'Nobody' })
        assert.equal(await rightsOf(office, await signIn(office)), undefined)
      })
    })

    // Proves: self-granted-right
    it('are also the granted scopes, at most those that Sepet requests, where the setting says so', async () => {
      const env = {
        ACCESS_TOKEN_SCOPE_CLAIMS: 'roles',
        ACCESS_TOKEN_SCOPE_MAP: 'shop/events=events:read',
        OFFICE_OIDC_SCOPE: 'openid profile carts:read shop/events',
        OFFICE_OIDC_SCOPE_AS_RIGHTS: 'true',
      }
      await started(env, async office => {
        const all = ['customers:read', 'carts:read', 'events:read']
        assert.deepEqual(await rightsOf(office, await signIn(office)), all)
        const more = await signIn(office, `${env.OFFICE_OIDC_SCOPE} customers:delete`)
        assert.deepEqual(await rightsOf(office, more), all)
        const fewer = await signIn(office, 'openid profile')
        assert.deepEqual(await rightsOf(office, fewer), ['customers:read'])
      })
    })
  })
}
