import type { SessionJson, UserJson } from '@app/contract/identity'
import { expect, test } from 'vitest'
import { prepareAccount } from '#identity/admin/prepare-account.ts'
import { type AuthServer, startAuth } from '#test/auth-server.ts'
import { startOAuth, tokenOf } from './oauth-server.ts'
import { identityOf } from './open-test-identity.ts'
import { addMember, linkFor, newAddress, outcome, PASSWORD, signIn } from './people.ts'

const ATTACKERS = 'the-attackers-1'
const OWNERS = 'the-owners-1'
const NOT_LIMITED = { AUTH_MAIL_INTERVAL_S: '0', AUTH_RATE_LIMIT_FACTOR: '0' }

const squat = (auth: Pick<AuthServer, 'post'>, email: string) =>
  auth.post<UserJson>('/signup', {
    email,
    password: ATTACKERS,
    data: { full_name: 'Mallory', note: 'mine', language: 'es' },
  })

const tryPassword = (auth: Pick<AuthServer, 'post'>, email: string, password: string) =>
  auth.post('/token?grant_type=password', { email, password })

test('of two sign-ups with one address, the confirmed one decides the password and the metadata', async () => {
  const auth = await startAuth({ withMail: true, env: NOT_LIMITED })
  const email = newAddress('victim')
  await squat(auth, email)
  const first = await auth.mailTo(email)
  await auth.post('/signup', { email, password: OWNERS, data: { full_name: 'Owner' } })
  const second = await auth.mailTo(email)

  const early = await auth.post('/verify', { type: 'signup', email, token: first.code })
  const { body } = await auth.post<SessionJson>('/verify', {
    type: 'signup',
    email,
    token: second.code,
  })

  expect(outcome(early)).toBe(first.code === second.code ? '200' : '403 otp_expired')
  expect(body.user.user_metadata).toMatchObject({ full_name: 'Owner' })
  expect(body.user.user_metadata).not.toHaveProperty('note')
  expect(outcome(await tryPassword(auth, email, ATTACKERS))).toBe('400 invalid_credentials')
  expect((await tryPassword(auth, email, OWNERS)).status).toBe(200)
})

test.each([
  ['a magic link', '/otp', 'email'],
  ['a recovery link', '/recover', 'recovery'],
])('%s of the owner discards what an attacker signed up with', async (_name, path, type) => {
  const auth = await startAuth({ withMail: true, env: NOT_LIMITED })
  const email = newAddress('victim')
  await squat(auth, email)
  await auth.post(path, { email })
  const { code } = await auth.mailTo(email)

  const { body } = await auth.post<SessionJson>('/verify', { type, email, token: code })

  expect(body.user).toMatchObject({ email, email_confirmed_at: expect.any(String) })
  expect(body.user.user_metadata).not.toHaveProperty('note')
  expect(outcome(await tryPassword(auth, email, ATTACKERS))).toBe('400 invalid_credentials')
})

test('asking for a mail does not bring back what a later request discarded', async () => {
  const auth = await startAuth({ withMail: true, env: NOT_LIMITED })
  const email = newAddress('victim')
  await squat(auth, email)
  await auth.post('/otp', { email })
  for (let n = 0; n < 5; n++) {
    await auth.post('/verify', { type: 'signup', email, token: 'wrong!' })
  }
  await auth.post('/resend', { type: 'signup', email })
  const { code } = await auth.mailTo(email)

  const confirmed = await auth.post('/verify', { type: 'signup', email, token: code })

  expect(confirmed.status).toBe(200)
  expect(outcome(await tryPassword(auth, email, ATTACKERS))).toBe('400 invalid_credentials')
})

test('a sign-up that confirms itself keeps what it brought, resent or not', async () => {
  const auth = await startAuth({ withMail: true, env: NOT_LIMITED })
  const email = newAddress()
  await auth.post('/signup', { email, password: OWNERS, data: { full_name: 'Owner' } })
  await auth.post('/resend', { type: 'signup', email })
  const { code } = await auth.mailTo(email)

  const { body } = await auth.post<SessionJson>('/verify', { type: 'signup', email, token: code })

  expect(body.user.user_metadata).toMatchObject({ full_name: 'Owner' })
  await signIn(auth, email, OWNERS)
})

test('a second sign-up of an unconfirmed address is answered like a first one, and mailed', async () => {
  const auth = await startAuth({ withMail: true, env: NOT_LIMITED })
  const data = { z: 1, full_name: 'Owner', nested: { longer: 1, a: [{ bb: 1, a: 2 }] } }
  const [known, unknown] = [newAddress(), newAddress()]
  const { body: earlier } = await squat(auth, known)
  const signUp = async (email: string) =>
    (await auth.post<UserJson>('/signup', { email, password: OWNERS, data })).body

  const [again, fresh] = [await signUp(known), await signUp(unknown)]

  expect(shapeOf(again, known)).toEqual(shapeOf(fresh, unknown))
  expect(again.id).not.toBe(earlier.id)
  expect(JSON.stringify(again)).not.toMatch(/Mallory|mine/)
  expect(again.created_at >= earlier.created_at).toBe(true)
  expect(await auth.mailsTo(known)).toHaveLength(2)
})

test('an invited address tells a sign-up nothing of the invitation, and takes nothing from it', async () => {
  const auth = await startAuth({ withMail: true, env: NOT_LIMITED })
  const email = newAddress()
  await auth.admin('/invite', { method: 'POST', body: { email, data: { team: 'secret plans' } } })

  const { body } = await auth.post<UserJson>('/signup', { email, password: ATTACKERS })
  const mail = await auth.mailTo(email)
  const accepted = await auth.post<SessionJson>('/verify', {
    type: 'invite',
    email,
    token: mail.code,
  })

  expect(body).not.toHaveProperty('invited_at')
  expect(body.user_metadata).not.toHaveProperty('team')
  expect(mail.link).toContain('type=invite')
  expect(accepted.body.user.user_metadata).toMatchObject({ team: 'secret plans' })
  expect(outcome(await tryPassword(auth, email, ATTACKERS))).toBe('400 invalid_credentials')
})

test('a sign-up with a confirmed address notifies the owner of the account', async () => {
  const auth = await startAuth({ withMail: true })
  const { email } = await addMember(auth)

  await auth.post('/signup', { email, password: ATTACKERS })

  const mail = await auth.mailTo(email)
  expect(mail.subject).toBe('You already have a Example account')
  expect(mail.codes).toEqual([])
  expect(mail.links.some((link) => link.includes('/auth/v1/'))).toBe(false)
})

const BY_OTHERS: Record<string, (auth: AuthServer, email: string) => Promise<unknown>> = {
  'the operator prepares it': async (auth, email) =>
    prepareAccount(await identityOf(auth), {
      email,
      redirectTo: '/',
      complete: async () => {},
      traits: {},
    }),
  'an administrator confirms': async (auth, email) => {
    const [row] = await auth.sql<{ id: string }>('select id from auth.users where email = $1', [
      email,
    ])
    await auth.admin(`/admin/users/${row?.id}`, { method: 'PUT', body: { email_confirm: true } })
  },
  'an administrator invites': async (auth, email) => {
    await auth.admin('/invite', { method: 'POST', body: { email } })
    const { code } = await auth.mailTo(email)
    await auth.post('/verify', { type: 'invite', email, token: code })
  },
  ...Object.fromEntries(
    (['signup', 'invite', 'magiclink', 'recovery'] as const).map((type) => [
      `an administrator makes a link of type ${type}`,
      async (auth: AuthServer, email: string) => {
        const { hashed_token: token_hash, verification_type } = await linkFor(auth, {
          type,
          email,
          ...(type === 'signup' && { password: OWNERS }),
        })
        await auth.post('/verify', { type: verification_type, token_hash })
      },
    ]),
  ),
}

test.each(Object.entries(BY_OTHERS))(
  'nothing of an unproven sign-up stays when %s',
  async (_name, confirm) => {
    const auth = await startAuth({ withMail: true, env: NOT_LIMITED })
    const email = newAddress('victim')
    await squat(auth, email)
    const { code } = await auth.mailTo(email)

    await confirm(auth, email)

    const [row] = await auth.sql<{ confirmed: boolean; note: string | null; unverified: boolean }>(
      `select email_confirmed_at is not null as confirmed, raw_user_meta_data ->> 'note' as note,
              has_unverified_credentials as unverified
         from auth.users where email = $1`,
      [email],
    )
    expect(row).toEqual({ confirmed: true, note: null, unverified: false })
    expect(outcome(await tryPassword(auth, email, ATTACKERS))).toBe('400 invalid_credentials')
    const old = await auth.post('/verify', { type: 'signup', email, token: code })
    expect(outcome(old)).toBe('403 otp_expired')
  },
)

test('what an administrator prepared stays when the administrator confirms it', async () => {
  const auth = await startAuth()
  const email = newAddress()
  const { body } = await auth.admin<{ id: string }>('/admin/users', {
    method: 'POST',
    body: { email, password: PASSWORD, user_metadata: { team: 'blue' } },
  })

  await auth.admin(`/admin/users/${body.id}`, { method: 'PUT', body: { email_confirm: true } })

  const session = await signIn(auth, email)
  expect(session.user.user_metadata).toMatchObject({ team: 'blue' })
})

test('nothing of an unproven sign-up moves along when an administrator changes its address', async () => {
  const auth = await startAuth({ withMail: true, env: NOT_LIMITED })
  const victim = newAddress('victim')
  const { body } = await squat(auth, newAddress('attacker'))

  await auth.admin(`/admin/users/${body.id}`, { method: 'PUT', body: { email: victim } })
  await auth.post('/resend', { type: 'signup', email: victim })
  const { code } = await auth.mailTo(victim)
  const confirmed = await auth.post('/verify', { type: 'signup', email: victim, token: code })

  expect(confirmed.status).toBe(200)
  expect(outcome(await tryPassword(auth, victim, ATTACKERS))).toBe('400 invalid_credentials')
})

test('nothing of an unproven sign-up moves along with a link to another address', async () => {
  const auth = await startAuth({ env: NOT_LIMITED })
  const [attacker, victim] = [newAddress('attacker'), newAddress('victim')]
  await squat(auth, attacker)
  const change = { type: 'email_change_new', email: attacker, new_email: victim }
  const { hashed_token } = await linkFor(auth, change)

  const moved = await auth.post<SessionJson>('/verify', {
    type: 'email_change',
    token_hash: hashed_token,
  })

  expect(moved.body.user.email).toBe(victim)
  expect(moved.body.user.user_metadata).not.toHaveProperty('note')
  expect(outcome(await tryPassword(auth, victim, ATTACKERS))).toBe('400 invalid_credentials')
})

test('a confirmation by the administrator ends an invitation that is on its way', async () => {
  const auth = await startAuth()
  const email = newAddress()
  const { id, hashed_token } = await linkFor(auth, { type: 'invite', email })

  await auth.admin(`/admin/users/${id}`, { method: 'PUT', body: { email_confirm: true } })

  const late = await auth.post('/verify', { type: 'invite', token_hash: hashed_token })
  expect(outcome(late)).toBe('403 otp_expired')
})

test('an account without an address cannot be confirmed, not by the administrator either', async () => {
  const auth = await startAuth({ env: { AUTH_ANONYMOUS: 'true' } })
  const { body } = await auth.post<SessionJson>('/signup', {})

  const { body: user } = await auth.admin<UserJson>(`/admin/users/${body.user.id}`, {
    method: 'PUT',
    body: { email_confirm: true, phone_confirm: true },
  })

  expect(user).toMatchObject({ is_anonymous: true })
  expect(user).not.toHaveProperty('confirmed_at')
})

test('a provider that vouches for the address removes what was squatted', async () => {
  const server = await startOAuth()
  const email = 'jonas@example.test'
  await squat(server, email)

  const arrival = await server.signIn({ provider: 'github', person: 'jonas-weber' })

  expect(tokenOf(arrival)).not.toBe('')
  expect(outcome(await tryPassword(server, email, ATTACKERS))).toBe('400 invalid_credentials')
})

/** The text of an answer with everything that differs from account to account blanked. */
const shapeOf = (user: UserJson, email: string): string =>
  JSON.stringify(user)
    .replaceAll(email, 'the address')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a moment')
