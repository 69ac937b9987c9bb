import { expect, test } from 'vitest'
import { forThisFile } from '#test/for-this-file.ts'
import { claimsOf, memberWithFactor, ok, refusal } from './factors-server.ts'
import { memberWithPasskey, startSharedPasskeys } from './passkeys-server.ts'
import { softAuthenticator } from './soft-authenticator.ts'

const shared = forThisFile(startSharedPasskeys({ AUTH_ANONYMOUS: 'true' }))

test('passkeys are named after their authenticator', async () => {
  const server = shared()
  const { access_token: as } = await server.newMember()

  await server.register(as, softAuthenticator({ aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd' }))
  server.forward(1000)
  await server.register(as, softAuthenticator())

  expect((await server.passkeysOf(as)).map((one) => one.friendly_name)).toEqual([
    'iCloud Keychain',
    'Passkey',
  ])
})

test('a registration names the account and leaves out what it has', async () => {
  const server = shared()
  const { key, token, id, email } = await memberWithPasskey(server)

  const { options } = await server.askToRegister(token)

  expect(options.user).toEqual({
    id: Buffer.from(id).toString('base64url'),
    name: email,
    displayName: email,
  })
  expect(options.excludeCredentials).toEqual([
    { id: key.id, type: 'public-key', transports: ['internal', 'hybrid'] },
  ])
  expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257])
})

test('an account has ten passkeys at most', async () => {
  const server = shared()
  const { access_token: as } = await server.newMember()
  const waiting = await server.askToRegister(as)
  for (let n = 0; n < 10; n++) await server.register(as, softAuthenticator())

  const options = await server.post('/passkeys/registration/options', {}, { as })
  const credential = softAuthenticator().create(waiting.options)
  const eleventh = await server.answerRegistration(as, waiting.challenge_id, credential)

  expect([options, eleventh].map(refusal)).toEqual([
    '422 too_many_passkeys',
    '422 too_many_passkeys',
  ])
})

test('a name has 1 to 120 characters', async () => {
  const server = shared()
  const { passkey, token: as } = await memberWithPasskey(server)
  const rename = async (friendly_name: unknown) =>
    refusal(
      await server.call(`/passkeys/${passkey.id}`, {
        method: 'PATCH',
        body: { friendly_name },
        as,
      }),
    )

  expect([
    await rename(''),
    await rename('  '),
    await rename(null),
    await rename('x'.repeat(121)),
    await rename('🔑'.repeat(120)),
  ]).toEqual([...Array(4).fill('400 validation_failed'), '200 no code'])
})

test('a passkey is proof enough where a second factor is set up', async () => {
  const server = shared()
  const { token } = await memberWithFactor(server)
  const key = softAuthenticator()
  await server.register(token, key)

  const { access_token } = ok(await server.signInWith(key))

  expect(claimsOf(access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'passkey' }] })
  expect(
    (await server.post('/passkeys/registration/options', {}, { as: access_token })).status,
  ).toBe(200)
})

test('a refresh keeps the level of a passkey’s session', async () => {
  const server = shared()
  const { key } = await memberWithPasskey(server)
  const { refresh_token } = ok(await server.signInWith(key))

  const { body } = await server.post<{ access_token: string }>('/token?grant_type=refresh_token', {
    refresh_token,
  })

  expect(claimsOf(body.access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'passkey' }] })
})

test('removing a passkey ends the other sessions that it opened', async () => {
  const server = shared()
  const { key, passkey, token } = await memberWithPasskey(server)
  const own = ok(await server.signInWith(key)).access_token
  const other = ok(await server.signInWith(key)).access_token

  await server.remove(own, passkey.id)

  const seen = (as: string) => server.call('/user', { as }).then(refusal)
  expect([await seen(own), await seen(other), await seen(token)]).toEqual([
    '200 no code',
    '403 session_not_found',
    '200 no code',
  ])
})

test('a banned or unconfirmed account is not opened, and its holder learns why', async () => {
  const server = shared()
  const banned = await memberWithPasskey(server)
  const unconfirmed = await memberWithPasskey(server)
  await server.admin(`/admin/users/${banned.id}`, { method: 'PUT', body: { ban_duration: '1h' } })
  await server.sql('update auth.users set email_confirmed_at = null where id = $1', [
    unconfirmed.id,
  ])

  expect([
    refusal(await server.signInWith(banned.key)),
    refusal(await server.signInWith(unconfirmed.key)),
  ]).toEqual(['403 user_banned', '403 email_not_confirmed'])
})

test('anonymous users and accounts of a company have no passkeys', async () => {
  const server = shared()
  const { body } = await server.post<{ access_token: string }>('/signup', {})
  const member = await server.newMember()
  await server.sql('update auth.users set is_sso_user = true where id = $1', [member.user.id])
  const ask = async (as: string) =>
    refusal(await server.post('/passkeys/registration/options', {}, { as }))

  expect([await ask(body.access_token), await ask(member.access_token)]).toEqual([
    '403 no_authorization',
    '422 validation_failed',
  ])
})

test('a deleted account takes its passkeys along, also when its row stays', async () => {
  const server = shared()
  const whole = await memberWithPasskey(server)
  const soft = await memberWithPasskey(server)

  await server.admin(`/admin/users/${whole.id}`, { method: 'DELETE' })
  await server.admin(`/admin/users/${soft.id}`, {
    method: 'DELETE',
    body: { should_soft_delete: true },
  })

  expect(
    await server.sql('select id from auth.webauthn_credentials where user_id = any ($1)', [
      [whole.id, soft.id],
    ]),
  ).toEqual([])
})
