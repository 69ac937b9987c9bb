import type { SessionJson } from '@app/contract/identity'
import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { theServer } from '#db/database.ts'
import { type AuthServer, startAuth } from '#test/auth-server.ts'
import { addMember, linkFor, memberWithSession, newAddress, PASSWORD, signIn } from './people.ts'

type Entry = {
  payload: { action: string; actor_id: string | null; actor_username: string; traits: object }
  ip_address: string
  created_at: string
}

test('every success but a plain refresh, and every failure, leaves a line with who, from where and when', async () => {
  const clock = movableClock()
  const auth = await startAuth({ clock, env: { AUTH_MAIL_INTERVAL_S: '0' } })
  const { id, email } = await addMember(auth)
  const session = await signIn(auth, email)
  const refresh = (token: string) =>
    auth.post<SessionJson>('/token?grant_type=refresh_token', { refresh_token: token })
  await auth.post('/token?grant_type=password', { email, password: 'wrong' })
  await auth.post('/token?grant_type=password', { email: 'ghost@example.test', password: 'x' })
  const second = (await refresh(session.refresh_token)).body
  await refresh(second.refresh_token)
  clock.moveTo(60_000)
  await refresh(session.refresh_token)
  await auth.post('/recover', { email })
  await auth.post('/recover', { email: 'ghost@example.test' })
  await auth.post('/verify', { type: 'recovery', email, token: '00000' })
  await auth.post('/verify', { type: 'recovery', token_hash: 'f'.repeat(64) })
  await auth.admin(`/admin/users/${id}`, { method: 'PUT', body: { ban_duration: '1h' } })
  await auth.post('/token?grant_type=password', { email, password: PASSWORD })

  const { body, headers } = await auth.admin<Entry[]>('/admin/audit?per_page=50')

  const drawn = body
    .map(({ payload: { action, actor_username, traits } }) => {
      const refused = 'refused' in traits ? ` refused: ${traits.refused}` : ''
      return `${action} ${actor_username || '?'}${refused}`
    })
    .reverse()
  expect(drawn).toEqual([
    'user_signedup service_role',
    `login ${email}`,
    `login ${email} refused: invalid_credentials`,
    'login ghost@example.test refused: invalid_credentials',
    `token_revoked ${email} refused: refresh_token_already_used`,
    `user_recovery_requested ${email}`,
    'user_recovery_requested ghost@example.test refused: user_not_found',
    `login ${email} refused: otp_expired`,
    'login ? refused: otp_expired',
    'user_modified service_role',
    `login ${email} refused: user_banned`,
  ])
  expect(headers.get('x-total-count')).toBe(String(drawn.length))
  expect(new Set(body.map(({ ip_address }) => ip_address))).toEqual(new Set(['127.0.0.1']))
  for (const { created_at } of body) expect(Date.parse(created_at)).not.toBeNaN()
})

test('what an admin could not do leaves a line as well', async () => {
  const auth = await startAuth()
  const { email } = await addMember(auth)
  const nobody = '00000000-0000-4000-8000-000000000000'
  const attempt = (method: string, path: string, body: object = {}) =>
    auth.admin(path, { method, body })

  await attempt('POST', '/admin/users', { email })
  await attempt('PUT', `/admin/users/${nobody}`, { role: 'anon' })
  await attempt('DELETE', `/admin/users/${nobody}`)
  await attempt('POST', '/invite', { email })
  await attempt('POST', '/admin/generate_link', { type: 'invite', email })

  const { body } = await auth.admin<Entry[]>('/admin/audit')
  expect(
    body.map(({ payload: { action, actor_username, traits } }) => [action, actor_username, traits]),
  ).toEqual([
    ['user_link_generated', 'service_role', { type: 'invite', refused: 'email_exists' }],
    ['user_invited', 'service_role', { refused: 'email_exists' }],
    [
      'user_deleted',
      'service_role',
      { user_id: nobody, is_soft: false, refused: 'user_not_found' },
    ],
    ['user_modified', 'service_role', { user_id: nobody, by: 'admin', refused: 'user_not_found' }],
    ['user_signedup', 'service_role', { by: 'admin', refused: 'email_exists' }],
    ['user_signedup', 'service_role', { user_id: expect.any(String), by: 'admin' }],
  ])
})

test('a deleted user leaves nothing but the audit entry of the deletion', async () => {
  const auth = await startAuth()
  const { id } = await memberWithSession(auth)

  await auth.admin(`/admin/users/${id}`, { method: 'DELETE' })

  const { body } = await auth.admin<Entry[]>('/admin/audit')
  expect(body.map(({ payload }) => `${payload.action} ${payload.actor_username}`)).toEqual([
    'user_deleted service_role',
  ])
})

test('the log is read by action and by user', async () => {
  const auth = await startAuth()
  const { id, email } = await memberWithSession(auth)
  await memberWithSession(auth)
  const ask = async (query: string) =>
    (await auth.admin<Entry[]>(`/admin/audit?query=${query}`)).body.length

  expect(await ask('action:login')).toBe(2)
  expect(await ask(`author:${id}`)).toBe(1)
  expect(await ask(`author:${email}`)).toBe(1)
  expect(await ask('type:team')).toBe(2)
})

test('up to 10,000 entries are counted, more are estimated, and every page leads to the next', async () => {
  const auth = await startAuth()
  const add = (count: number) =>
    auth.db.ask(theServer, {
      text: `insert into auth.audit_log_entries (payload, ip_address, created_at)
             select '{"action": "login"}', '', now() from generate_series(1, $1)`,
      values: [count],
    })
  const ask = async (page: number) => {
    const { headers } = await auth.admin(
      `/admin/audit?query=action:login&page=${page}&per_page=1000`,
    )
    return { total: Number(headers.get('x-total-count')), link: headers.get('link') ?? '' }
  }
  await add(10_000)
  const counted = await ask(1)

  await add(2_000)
  const estimated = await Promise.all([1, 11, 12].map(ask))

  expect(counted.total).toBe(10_000)
  for (const { total } of estimated) expect(total).toBeGreaterThan(10_000)
  expect(estimated.map(({ link }) => link.includes('rel="next"')).slice(0, 2)).toEqual([true, true])
})

test('neither the database nor the log holds anything that opens an account', async () => {
  const auth = await startAuth({ withMail: true, env: { AUTH_MAIL_INTERVAL_S: '0' } })
  const secrets = await liveThroughEverything(auth)

  const database = await dump(auth)
  const log = auth.logged.join('\n')

  expect(database.length).toBeGreaterThan(5_000)
  expect(log.length).toBeGreaterThan(1_000)
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(5)
    expect(database.includes(secret), `${name} in the database`).toBe(false)
    expect(log.includes(secret), `${name} in the log`).toBe(false)
  }
})

/** Runs one user through all flows; returns every secret that was used. */
async function liveThroughEverything(auth: AuthServer): Promise<Record<string, string>> {
  const email = newAddress()
  await auth.post('/signup', { email, password: 'first-secret-1' })
  const confirmation = await auth.mailTo(email)
  const confirmed = await auth.post<SessionJson>('/verify', {
    type: 'signup',
    email,
    token: confirmation.code,
  })
  await auth.post('/token?grant_type=password', { email, password: 'wrong-secret-1' })
  const session = await signIn(auth, email, 'first-secret-1')
  const refreshed = await auth.post<SessionJson>('/token?grant_type=refresh_token', {
    refresh_token: session.refresh_token,
  })
  await auth.call('/user', {
    method: 'PUT',
    body: { password: 'second-secret-1' },
    as: refreshed.body.access_token,
  })
  await auth.call('/reauthenticate', { as: refreshed.body.access_token })
  const nonce = await auth.mailTo(email)
  await auth.post('/recover', { email })
  const recovery = await auth.mailTo(email)
  await fetch(recovery.link.replace('type=recovery', 'type=signup'), { redirect: 'manual' })
  const generated = await linkFor(auth, { type: 'magiclink', email })
  const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? ''

  return {
    'first password': 'first-secret-1',
    'second password': 'second-secret-1',
    'wrong password': 'wrong-secret-1',
    'access token': session.access_token,
    'token of the confirmation': confirmed.body.access_token,
    'refresh token': session.refresh_token,
    'next refresh token': refreshed.body.refresh_token,
    'confirmation link': tokenIn(confirmation.link),
    'recovery link': tokenIn(recovery.link),
    'generated link': generated.hashed_token,
    // Six digits can be a part of a longer number by chance, so only separate ones count.
    'confirmation code': `"${confirmation.code}"`,
    'recovery code': `"${recovery.code}"`,
    'reauthentication code': `"${nonce.code}"`,
    'generated code': `"${generated.email_otp}"`,
    'secret key': auth.keys.secret,
  }
}

/** Every row of every table, as JSON. */
async function dump({ db }: AuthServer): Promise<string> {
  return db.as(theServer, async (sql) => {
    const { rows: tables } = await sql.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE'
          and table_schema in ('auth', 'public', 'ops', 'storage')`,
    )
    const texts = []
    for (const { name } of tables) {
      const { rows } = await sql.query(`select to_jsonb(t) as row from ${name} as t`)
      texts.push(JSON.stringify(rows))
    }
    return texts.join('\n')
  })
}
