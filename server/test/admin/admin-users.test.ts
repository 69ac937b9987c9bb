import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { said, startAdminServer } from './admin-server.ts'

test('who may read, write and do what is dangerous; refused writes of admins leave a line', async () => {
  const server = await startAdminServer()
  const subject = await server.member()
  const callers = { ...(await server.allCallers()), service: server.keys.secret }

  const found: Record<string, string[]> = {}
  for (const [name, caller] of Object.entries(callers)) {
    found[name] = [
      said(await server.users(caller, { action: 'list' })),
      said(await server.users(caller, { action: 'send_reset', userId: subject.id })),
      said(await server.users(caller, { action: 'sign_out', userId: subject.id })),
    ]
  }

  const nobody = expect.stringMatching(/^401 /)
  expect(found).toEqual({
    visitor: [nobody, nobody, nobody],
    service: [nobody, nobody, nobody],
    member: ['403 not_admin', '403 not_admin', '403 not_admin'],
    'factor-not-used': ['403 insufficient_aal', '403 insufficient_aal', '403 insufficient_aal'],
    admin: ['200', '200', '200'],
    'old-proof': ['200', '200', '403 reauthentication_needed'],
    demoted: ['403 not_admin', '403 not_admin', '403 not_admin'],
    banned: ['401 user_banned', '401 user_banned', '401 user_banned'],
  })
  const lines = await server.linesAbout(subject.id)
  expect(lines.map(({ action, details }) => [action, details])).toEqual([
    ['user_reset_sent', { refused: 'insufficient_aal' }],
    ['user_signed_out', { refused: 'insufficient_aal' }],
    ['user_reset_sent', {}],
    ['user_signed_out', {}],
    ['user_reset_sent', {}],
    ['user_signed_out', { refused: 'reauthentication_needed' }],
  ])
  expect(new Set(lines.map(({ ip }) => ip))).toEqual(new Set(['127.0.0.0/24']))
})

test('an old proof is renewed by the digits of a mail, once', async () => {
  const server = await startAdminServer()
  const admin = await server.staleAdmin()
  const subject = await server.member()
  const promote = (nonce?: string) =>
    server.users(admin, { action: 'set_role', userId: subject.id, role: 'admin', nonce })

  const asked = await promote()
  await server.call('/reauthenticate', { as: admin.token })
  const { code } = await server.mailTo(admin.email)
  const wrong = await promote(code === '000000' ? '111111' : '000000')
  const done = await promote(code)
  const again = await promote(code)

  expect(said(asked)).toBe('403 reauthentication_needed')
  expect(asked.body).toMatchObject({ error: 'Please prove once more that it is you' })
  expect(said(wrong)).toMatch(/ reauthentication_not_valid$/)
  expect(said(done)).toBe('200')
  expect(said(again)).toMatch(/ reauthentication_not_valid$/)
})

test('where it is required, dangerous actions need an account with a second factor, or a passkey', async () => {
  const server = await startAdminServer({ env: { ADMIN_REQUIRE_MFA: 'true' } })
  const subject = await server.member()
  const without = await server.newAdmin()
  const withFactor = await server.newAdmin({ hasFactor: true, aal: 'aal2' })
  const withPasskey = await server.newAdmin({ method: 'passkey', aal: 'aal2' })
  const signOut = { action: 'sign_out', userId: subject.id }

  const refused = await server.users(without, signOut)
  const read = await server.users(without, { action: 'list' })
  const done = await server.users(withFactor, signOut)
  const byPasskey = await server.users(withPasskey, signOut)

  expect(refused).toMatchObject({
    status: 403,
    body: { code: 'insufficient_aal', error: 'Set up two-factor authentication first' },
  })
  expect([said(read), said(done), said(byPasskey)]).toEqual(['200', '200', '200'])
})

test('nobody acts on their own account, on an admin’s, or on an unknown one', async () => {
  const server = await startAdminServer()
  const [admin, other] = [await server.newAdmin(), await server.newAdmin()]
  const member = await server.member()
  const act = async (userId: string, action: string, more: object = {}) =>
    said(await server.users(admin, { action, userId, ...more }))
  const ban = { duration: '24h', reason: 'Spam' }
  const remove = { confirmation: other.email, reason: 'Asked for it' }

  const answers = {
    'own role': await act(admin.id, 'set_role', { role: 'member' }),
    'own ban': await act(admin.id, 'ban', ban),
    'own deletion': await act(admin.id, 'delete', { ...remove, confirmation: admin.email }),
    'own factors': await act(admin.id, 'remove_factors', { reason: 'Lost' }),
    'ban of an admin': await act(other.id, 'ban', ban),
    'deletion of an admin': await act(other.id, 'delete', remove),
    unknown: await act(randomUUID(), 'unban'),
    'unknown to read': await act(randomUUID(), 'get'),
    'without a reason': await act(member.id, 'ban', { duration: '24h', reason: ' ' }),
    'another address': await act(member.id, 'delete', remove),
  }

  expect(answers).toEqual({
    'own role': '409 own_account',
    'own ban': '409 own_account',
    'own deletion': '409 own_account',
    'own factors': '409 own_account',
    'ban of an admin': '409 is_admin',
    'deletion of an admin': '409 is_admin',
    unknown: '404 user_not_found',
    'unknown to read': '404 user_not_found',
    'without a reason': '400 validation_failed',
    'another address': '400 confirmation_mismatch',
  })
})

test('two admins who demote each other at the same moment: one succeeds, the other is no admin any more', async () => {
  const server = await startAdminServer()
  const found = new Set<string>()

  for (let round = 0; round < 25; round++) {
    const [one, other] = [await server.newAdmin(), await server.newAdmin()]
    const demote = (by: typeof one, whom: typeof one) =>
      server.users(by, { action: 'set_role', userId: whom.id, role: 'member' })

    const answers = await Promise.all([demote(one, other), demote(other, one)])

    found.add(answers.map(said).sort().join(', '))
    const left = await server.sql(
      `select from public.users where role = 'admin' and id = any ($1)`,
      [[one.id, other.id]],
    )
    expect(left).toHaveLength(1)
  }
  expect(found).toEqual(new Set(['200, 403 not_admin']))
})

test('each action does what it says, at once, with its line', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin()
  const subject = await server.member({ hasFactor: true, aal: 'aal2' })
  await server.sql('update auth.users set email_confirmed_at = null where id = $1', [subject.id])
  const act = (action: string, more: object = {}) =>
    server.users(admin, { action, userId: subject.id, ...more })
  const status = async () => ((await act('get')).body.user as { status: string }).status

  const resent = await act('resend_confirmation')
  const before = await status()
  const confirmed = await act('confirm')
  const after = await status()
  const already = await act('resend_confirmation')
  const factors = await act('remove_factors', { reason: 'Lost the phone' })
  const banned = await act('ban', { duration: '7d', reason: 'Spam' })
  const whileBanned = [await status(), (await server.call('/user', { as: subject.token })).status]
  const lifted = await act('unban')
  const signedOut = await act('sign_out')
  const mails = await server.mailsTo(subject.email)
  const lines = await server.linesAbout(subject.id)
  const deleted = await act('delete', { confirmation: subject.email, reason: 'Asked for it' })

  expect([resent, banned, lifted, deleted].map(({ body }) => body)).toEqual(
    Array.from({ length: 4 }, () => ({ success: true })),
  )
  expect(confirmed.body).toEqual({ success: true, removedPassword: false })
  expect([before, after, ...whileBanned]).toEqual(['unconfirmed', 'active', 'banned', 403])
  expect(said(already)).toBe('409 conflict')
  expect(factors.body).toEqual({ success: true, count: 1 })
  expect(signedOut.body).toEqual({ success: true, count: 1 })
  expect(mails).toHaveLength(3)
  expect(lines.map(({ action, details }) => [action, details])).toEqual([
    ['user_confirmation_sent', {}],
    ['user_viewed', {}],
    ['user_confirmed', {}],
    ['user_confirmation_sent', { refused: 'conflict' }],
    ['user_factors_removed', { reason: 'Lost the phone' }],
    ['user_banned', { duration: '7d', reason: 'Spam' }],
    ['user_unbanned', {}],
    ['user_signed_out', {}],
  ])
  expect(await server.linesAbout(subject.id)).toEqual([])
  expect(await server.linesAbout(null)).toEqual([
    expect.objectContaining({ action: 'user_deleted', details: { reason: 'Asked for it' } }),
  ])
  expect(await server.sql('select from auth.users where id = $1', [subject.id])).toEqual([])
})

test('a lost passkey is seen and removed, its owner is told, and an old proof is renewed by the admin’s own', async () => {
  const server = await startAdminServer()
  const stale = await server.staleAdmin()
  const byPasskey = await server.newAdmin({ method: 'passkey', aal: 'aal2' })
  const subject = await server.member()
  await server.sql(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name)
     values ($1, '\\x01', '\\x02', 'Old phone')`,
    [subject.id],
  )
  const get = { action: 'get', userId: subject.id }
  const [passkey] = (await server.users(byPasskey, get)).body.passkeys as { id: string }[]
  const removal = { ...get, action: 'remove_passkey', passkeyId: passkey?.id, reason: 'Lost' }

  const refused = await server.users(stale, removal)
  const removed = await server.users(byPasskey, removal)
  const again = await server.users(byPasskey, removal)

  expect(passkey).toMatchObject({ name: 'Old phone', isSynced: false, lastUsedAt: null })
  expect([refused, removed, again].map(said)).toEqual([
    '403 reauthentication_needed',
    '200',
    '404 validation_failed',
  ])
  expect((await server.users(byPasskey, get)).body.passkeys).toEqual([])
  expect(await server.mailsTo(subject.email)).toHaveLength(1)
})

test('confirming an address says that the password of the registration is gone, and one click sends a reset', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin()
  const email = `${randomUUID()}@example.test`
  await server.post('/signup', { email, password: 'from-the-form' })
  const [{ id: userId } = {}] = await server.sql('select id from auth.users where email = $1', [
    email,
  ])
  const act = (action: string) => server.users(admin, { action, userId })
  const signIn = async (password: string) =>
    (await server.post('/token?grant_type=password', { email, password })).status

  const before = await act('get')
  const confirmed = await act('confirm')
  const again = await act('confirm')
  const after = await act('get')
  const withOldPassword = await signIn('from-the-form')
  const told = await server.mailTo(email)
  await act('send_reset')
  const reset = await server.mailTo(email)

  expect(before.body).toMatchObject({ losesPassword: true })
  expect(confirmed.body).toEqual({ success: true, removedPassword: true })
  expect(again.body).toEqual({ success: true, removedPassword: false })
  expect(after.body).toMatchObject({ losesPassword: false, user: { status: 'active' } })
  expect(withOldPassword).toBe(400)
  expect(told.subject).toBe('Your Gitferry account is confirmed')
  expect(told.text).toContain('The password chosen at registration no longer works')
  expect(told.text).toContain(`/forgot-password#email=${encodeURIComponent(email)}`)
  expect(reset.subject).toBe('Set a new password')
  expect(reset.text).toContain('An administrator of Gitferry sent you this link')
  expect(reset.text).not.toContain('You asked')
  expect(await server.mailsTo(email)).toHaveLength(3)
})

test('whoever has no password to lose is told that they can sign in', async () => {
  const server = await startAdminServer()
  const [admin, subject] = [await server.newAdmin(), await server.member()]
  await server.sql('update auth.users set email_confirmed_at = null where id = $1', [subject.id])

  const bulk = await server.users(admin, {
    action: 'bulk',
    userIds: [subject.id],
    change: { action: 'confirm' },
  })

  expect(bulk.body.items).toEqual([
    { userId: subject.id, code: null, error: null, removedPassword: false },
  ])
  expect((await server.mailTo(subject.email)).text).toContain('You can sign in now.')
})

test('several people at once: an answer per person, each with its line, and one proof for all', async () => {
  const server = await startAdminServer()
  const admin = await server.staleAdmin()
  const other = await server.newAdmin()
  const [one, two] = [await server.member(), await server.member()]
  const userIds = [one.id, other.id, two.id, admin.id, NOBODY]
  const ban = (nonce?: string) =>
    server.users(admin, {
      action: 'bulk',
      userIds,
      change: { action: 'ban', duration: '24h', reason: 'Spam' },
      nonce,
    })

  const asked = await ban()
  await server.call('/reauthenticate', { as: admin.token })
  const done = await ban((await server.mailTo(admin.email)).code)

  expect(said(asked)).toBe('403 reauthentication_needed')
  expect((done.body.items as object[]).map((item) => Object.values(item))).toEqual([
    [one.id, null, null, false],
    [other.id, 'is_admin', 'Take the admin role away first', false],
    [two.id, null, null, false],
    [admin.id, 'own_account', 'You cannot do this to your own account', false],
    [NOBODY, 'user_not_found', 'User not found', false],
  ])
  const details = { duration: '24h', reason: 'Spam' }
  expect(await server.linesAbout(two.id)).toMatchObject([{ action: 'user_banned', details }])
  expect(await server.linesAbout(other.id)).toMatchObject([
    { action: 'user_banned', details: { ...details, refused: 'is_admin' } },
  ])
  expect(await server.linesAbout(null)).toMatchObject([
    { action: 'user_banned', details: { count: 5, refused: 'reauthentication_needed' } },
  ])
})

test.each(['confirm', 'send_reset'])('%s of several people needs no new proof', async (action) => {
  const server = await startAdminServer()
  const [admin, member] = [await server.staleAdmin(), await server.member()]
  const bulk = { action: 'bulk', userIds: [member.id], change: { action } }

  const answers = [await server.users(admin, bulk), await server.users(member, bulk)]

  expect(answers.map(said)).toEqual(['200', '403 not_admin'])
  expect(await server.linesAbout(member.id)).toMatchObject([
    { actor_id: admin.id, details: {} },
    { actor_id: member.id, action: 'calls_refused' },
  ])
})

test('role and deletion are never done to several people, and never to more than a page', async () => {
  const server = await startAdminServer()
  const [admin, member] = [await server.newAdmin(), await server.member()]
  const bulk = async (userIds: string[], change: object) =>
    said(await server.users(admin, { action: 'bulk', userIds, change }))

  expect([
    await bulk([member.id], { action: 'set_role', role: 'admin' }),
    await bulk([member.id], { action: 'delete', confirmation: member.email, reason: 'x' }),
    await bulk([], { action: 'confirm' }),
    await bulk(
      Array.from({ length: 51 }, () => member.id),
      { action: 'confirm' },
    ),
  ]).toEqual(Array.from({ length: 4 }, () => '400 validation_failed'))
})

test('the picture counts pushes, and says whether the connection to GitHub works', async () => {
  const server = await startAdminServer()
  const [admin, subject] = [await server.newAdmin(), await server.member()]
  await server.sql(
    `insert into public.github_integrations (user_id, github_username, access_token, installation_id)
     values ($1, 'octo', null, 7)`,
    [subject.id],
  )
  const [link] = await server.sql(
    `insert into public.bolt_projects (user_id, bolt_project_id, project_name) values ($1, 'b-1', 'Tides') returning id`,
    [subject.id],
  )
  await server.sql(
    `insert into public.push_records (user_id, project_id, repo_owner, repo_name, branch, succeeded)
     select $1, (select id from public.projects where bolt_project_id = $2), 'octo', 'tides', 'main', n > 1
       from generate_series(1, 3) as n`,
    [subject.id, link?.id],
  )

  const { body } = await server.users(admin, { action: 'get', userId: subject.id })

  expect(body).toMatchObject({
    github: { login: 'octo', installationId: '7', health: 'reconnect', lastUsedAt: null },
    projects: [
      { name: 'Tides', pushCount: 3, failedPushCount: 1, state: { state: 'not_connected' } },
    ],
  })
})

test.each([
  ['no push yet', [], 'never_pushed', 0],
  ['a push', [{ at: 1 }], 'in_sync', 0],
  ['a push after one that failed', [{ at: 1, succeeded: false }, { at: 2 }], 'in_sync', 0],
  ['a failed push', [{ at: 1 }, { at: 2, succeeded: false }], 'push_failed', 0],
  ['a push of somebody else', [{ at: 1 }, { at: 2, isOwn: false }], 'github_ahead', 1],
] as const)(
  'an admin is sent the state that the member is sent: %s',
  async (_case, pushes, state, aheadBy) => {
    const server = await startAdminServer()
    const [admin, subject] = [await server.newAdmin(), await server.member()]
    await server.sql(
      `insert into public.github_integrations (user_id, github_username, access_token, installation_id)
     values ($1, 'octo', 'enc1.token', 7)`,
      [subject.id],
    )
    await server.sql(
      `insert into public.bolt_projects
       (user_id, bolt_project_id, project_name, github_repo_owner, github_repo_name, github_branch, created_at)
     values ($1, 'b-1', 'Tides', 'octo', 'tides', 'main', now() - interval '1 day')`,
      [subject.id],
    )
    for (const { at, succeeded = true, isOwn = true } of pushes as readonly Push[]) {
      await server.sql(
        `insert into public.push_records
         (user_id, project_id, repo_owner, repo_name, branch, succeeded, is_own, created_at)
       select $1, id, 'Octo', 'Tides', 'main', $2, $3, now() - interval '1 hour' + $4 * interval '1 minute'
         from public.projects where owner_id = $1`,
        [subject.id, succeeded, isOwn, at],
      )
    }

    const { body } = await server.users(admin, { action: 'get', userId: subject.id })
    const own = await fetch(`${server.url}/rest/v1/rpc/get_sync_states`, {
      headers: { authorization: `Bearer ${subject.token}` },
    })

    expect(body).toMatchObject({ projects: [{ state: { state, aheadBy } }] })
    expect(await own.json()).toMatchObject([{ state, ahead_by: aheadBy }])
  },
)

type Push = { at: number; succeeded?: boolean; isOwn?: boolean }

test('no answer holds a secret, and networks are shortened', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin()
  const subject = await server.member({ hasFactor: true, aal: 'aal2' })
  await server.sql(
    `update auth.users set encrypted_password = 'the-password-hash', last_sign_in_at = now() where id = $1`,
    [subject.id],
  )
  await server.sql(`update auth.sessions set ip = '192.0.2.77' where user_id = $1`, [subject.id])
  await server.sql(
    `insert into public.github_integrations (user_id, github_username, access_token, refresh_token)
     values ($1, 'octo', 'enc1.the-access-token', 'enc1.the-refresh-token')`,
    [subject.id],
  )
  await server.sql(
    `insert into auth.audit_log_entries (payload, ip_address)
     values (json_build_object('actor_id', $1::text, 'action', 'login', 'traits', '{"refused":"invalid_credentials"}'::json), '2001:db8:1:2::3')`,
    [subject.id],
  )

  const list = await server.users(admin, { action: 'list', q: 'OCTO' })
  const got = await server.users(admin, { action: 'get', userId: subject.id })
  const signIns = await server.users(admin, { action: 'sign_ins', userId: subject.id })

  expect(list.body).toMatchObject({ items: [{ id: subject.id, hasFactor: true }], count: 1 })
  expect(got.body).toMatchObject({
    github: { login: 'octo' },
    devices: [{ network: '192.0.2.0/24', kind: 'browser' }],
  })
  expect(signIns.body).toMatchObject({
    items: [{ action: 'login', refused: 'invalid_credentials', network: '2001:0db8:0001::/48' }],
    next: null,
  })
  const everything = JSON.stringify([list, got, signIns])
  for (const secret of ['password', 'enc1.', 'secret', 'token', '192.0.2.77', 'refresh']) {
    expect(everything).not.toContain(secret)
  }
})

test('looking at a person leaves one line an hour', async () => {
  const server = await startAdminServer()
  const [admin, other] = [await server.newAdmin(), await server.newAdmin()]
  const subject = await server.member()
  const look = (by: typeof admin) => server.users(by, { action: 'get', userId: subject.id })

  await look(admin)
  await look(admin)
  await look(other)
  await server.sql(`update public.audit_log set created_at = created_at - interval '61 minutes'`)
  await look(admin)

  expect((await server.linesAbout(subject.id)).map(({ actor_id }) => actor_id)).toEqual([
    admin.id,
    other.id,
    admin.id,
  ])
})

const NOBODY = randomUUID()
