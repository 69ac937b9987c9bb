import { startOAuthOn } from '@app/platform/test/identity/oauth-server.ts'
import {
  addMember,
  memberWithSession,
  newAddress,
  PASSWORD,
  signIn,
} from '@app/platform/test/identity/people.ts'
import { expect, test } from 'vitest'
import { startAuth } from './auth-server.ts'

test('the profile of a newcomer has the role member and the name they gave', async () => {
  const auth = await startAuth()
  const email = newAddress()

  await auth.post('/signup', { email, password: PASSWORD, data: { displayName: 'Ada' } })

  expect(await auth.sql('select email, display_name, role from public.users')).toEqual([
    { email, display_name: 'Ada', role: 'member' },
  ])
})

test('a confirmed address named in ADMIN_EMAILS is an admin after the sign-in, an unconfirmed one never', async () => {
  const [boss, pretender] = [newAddress('boss'), newAddress('pretender')]
  const auth = await startAuth({ env: { ADMIN_EMAILS: `${boss.toUpperCase()}, ${pretender}` } })
  await addMember(auth, boss)
  await addMember(auth, 'member@example.test')
  await auth.post('/signup', { email: pretender, password: PASSWORD })

  await signIn(auth, boss)
  await signIn(auth, 'member@example.test')
  await auth.post('/token?grant_type=password', { email: pretender, password: PASSWORD })

  expect(
    await auth.sql(`select email from public.users where role = 'admin' order by email`),
  ).toEqual([{ email: boss }])
})

test('the profile of a newcomer from GitHub has the name they have there', async () => {
  const oauth = await startOAuthOn(startAuth)

  await oauth.signIn({ provider: 'github', person: 'jonas-weber' })

  expect(await oauth.sql('select role, display_name from public.users')).toEqual([
    { role: 'member', display_name: 'Jonas Weber' },
  ])
})

test('no field of a sign-up makes an admin', async () => {
  const auth = await startAuth({ env: { AUTH_AUTOCONFIRM: 'true' } })

  await auth.post('/signup', {
    email: newAddress(),
    password: PASSWORD,
    role: 'service_role',
    app_metadata: { role: 'admin' },
    data: { role: 'admin' },
  })

  expect(await auth.sql('select role from public.users')).toEqual([{ role: 'member' }])
})

test('the profile has the name of the sign-up that was confirmed', async () => {
  const env = { AUTH_RATE_LIMIT_FACTOR: '0', AUTH_MAIL_INTERVAL_S: '0' }
  const auth = await startAuth({ withMail: true, env })
  const email = newAddress('victim')
  await auth.post('/signup', { email, password: 'attackers-1', data: { full_name: 'Attacker' } })
  await auth.post('/signup', { email, password: 'the-owners-1', data: { full_name: 'Owner' } })
  const { code } = await auth.mailTo(email)

  await auth.post('/verify', { type: 'signup', email, token: code })

  expect(await auth.sql('select display_name from public.users')).toEqual([
    { display_name: 'Owner' },
  ])
})

test('a provider that vouches for an address replaces the name that was squatted', async () => {
  const oauth = await startOAuthOn(startAuth)
  const email = 'jonas@example.test'
  await oauth.post('/signup', { email, password: 'attackers-1', data: { full_name: 'Attacker' } })

  await oauth.signIn({ provider: 'github', person: 'jonas-weber' })

  expect(await oauth.sql('select display_name from public.users')).toEqual([
    { display_name: 'Jonas Weber' },
  ])
})

test('a profile follows its account to another address, and goes with it', async () => {
  const auth = await startAuth()
  const { id } = await memberWithSession(auth)
  const fresh = newAddress('fresh')

  await auth.admin(`/admin/users/${id}`, { method: 'PUT', body: { email: fresh } })
  const moved = await auth.sql('select email from public.users')
  await auth.admin(`/admin/users/${id}`, { method: 'DELETE' })

  expect(moved).toEqual([{ email: fresh }])
  expect(await auth.sql('select from public.users')).toEqual([])
})
