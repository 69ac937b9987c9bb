import { expect, test } from 'vitest'
import { useImports } from './import-server.ts'

const imports = useImports()

test('the default branch is free, any other one is part of Pro', async () => {
  const { testServer, start, addRepository, addBranch } = imports
  const { member, login } = await testServer().connected()
  await addRepository(login, 'tides', { 'a.txt': 'a' })
  await addBranch(`${login}/tides`, login, 'draft')

  const refused = await start(member, `${login}/tides`, { branch: 'draft' })
  const rows = await rowsOf(member.id)
  const free = await start(member, `${login}/tides`, { branch: 'main' })

  expect(refused).toMatchObject({ status: 403, body: { code: 'pro_required' } })
  expect(rows).toBe(0)
  expect(free).toMatchObject({ status: 202, body: { cloneId: expect.any(String) } })
})

test('Pro that ended while a question stood is asked for again', async () => {
  const { testServer, proMember, start, until, addBranch } = imports
  const { member, source, login } = await proMember({ '.env': 'A=1' })
  await addBranch(source, login, 'draft')
  const { body } = await start(member, source, { branch: 'draft' })
  const cloneId = String(body.cloneId)
  await until(cloneId, 'asking')
  await testServer().sql('delete from public.subscriptions where user_id = $1', [member.id])

  const answer = await testServer().call('continue-private-import', member.token, {
    body: { cloneId, acceptSecrets: true },
  })

  expect(answer).toMatchObject({ status: 403, body: { code: 'pro_required' } })
  expect((await imports.row(cloneId))?.status).toBe('asking')
})

test('without a connection the answer is the connection’s own', async () => {
  const { testServer, makePro, start } = imports
  const member = await testServer().newMember()
  await makePro(member)

  const answer = await start(member, 'ada/tides')

  expect(answer).toMatchObject({ status: 404, body: { code: 'NO_GITHUB_APP' } })
})

test('a token that GitHub refuses is answered as by the connection’s own functions', async () => {
  const { proMember, start, control } = imports
  const { member, source, login } = await proMember()
  await control('PUT', 'webhooks', { held: true })
  await control('POST', `people/${login}/revoke`)

  const answer = await start(member, source)
  await control('PUT', 'webhooks', { held: false })

  expect(answer).toMatchObject({ status: 401, body: { code: 'TOKEN_RENEWAL_FAILED' } })
})

test('without an installation the member is sent to install the app', async () => {
  const { testServer, makePro, start } = imports
  const { member, login } = await testServer().connected({ isInstalled: false })
  await makePro(member)

  const answer = await start(member, `${login}/tides`)

  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'GITHUB_APP_INSTALLATION_MISSING', install_url: expect.stringContaining('http') },
  })
})

test('where the app may not delete, no copy is made', async () => {
  const { testServer, proMember, start, fault } = imports
  const { member, source } = await proMember()
  const connection = await testServer().connectionOf(member)
  const account = { id: Number(connection?.github_user_id) }
  const installations = [{ id: 1, account, permissions: { administration: 'read' } }]
  await fault({ path: '/user/installations*', status: 200, times: 1, body: { installations } })

  const answer = await start(member, source)

  expect(answer).toMatchObject({
    status: 403,
    body: {
      code: 'clone_not_deletable',
      error:
        'The app may not delete repositories in your account. Allow Administration, then try again.',
    },
  })
})

test('the app on an organisation alone is not enough: copies lie in the member’s own account', async () => {
  const { testServer, proMember, start, fault } = imports
  const { member, source } = await proMember()
  const permissions = { administration: 'write' }
  const installations = [{ id: 1, account: { id: 4711 }, permissions }]
  await fault({ path: '/user/installations*', status: 200, times: 1, body: { installations } })

  const answer = await start(member, source)

  expect(answer).toMatchObject({ status: 403, body: { code: 'clone_not_deletable' } })
  expect(testServer().logged()).not.toContain('job failed')
})

test('a repository that the member cannot see does not exist', async () => {
  const { proMember, start } = imports
  const { member, login } = await proMember()
  const { source: another } = await proMember()

  for (const fullName of [`${login}/nothing`, 'nobody-at-all/nothing', another]) {
    const answer = await start(member, fullName)
    expect(answer).toMatchObject({ status: 404, body: { code: 'repository_missing' } })
  }
})

test.each([
  'tides',
  'a/b/c',
  '../user',
  'ada/..',
  'ada/.',
  'ada/tides?x=1',
  'ada/tides#x',
  'ada%2f..%2f/tides',
  'ada/tides/../../user',
  ' ada/tides',
  '-ada/tides',
  `ada/${'x'.repeat(101)}`,
])('“%s” names no repository', async (fullName) => {
  const { member } = await theMember()

  expect(await imports.start(member, fullName)).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
})

test.each(['../..', 'a..b', 'HEAD', '/a', 'a b', 'a\u0000', '', 'x'.repeat(245), '-a'])(
  '“%s” names no branch',
  async (branch) => {
    const { member, source } = await theMember()

    expect(await imports.start(member, source, { branch })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  },
)

test('a branch that is not there is told apart from a repository', async () => {
  const { proMember, start } = imports
  const { member, source } = await proMember()

  const answer = await start(member, source, { branch: 'gone' })

  expect(answer).toMatchObject({ status: 404, body: { code: 'branch_missing' } })
})

test('2,001 files are too many, 2,000 are not', async () => {
  const { proMember, start, until } = imports
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`f/${i}.txt`, `${i}`]))
  const { member, source, login } = await proMember(many(2001))
  await imports.addRepository(login, 'fits', many(2000))

  const refused = await start(member, source)
  const { body } = await start(member, `${login}/fits`)

  expect(refused).toMatchObject({ status: 413, body: { code: 'repository_too_large' } })
  expect(await until(String(body.cloneId), 'public', 'failed')).toMatchObject({
    status: 'public',
    files_all: 2000,
  })
})

test('ten imports an hour, then a wait', async () => {
  const { proMember, start } = imports
  const { member, login } = await proMember()

  const statuses: number[] = []
  for (let i = 0; i < 10; i++) statuses.push((await start(member, `${login}/none`)).status)
  const refused = await start(member, `${login}/none`)

  expect(statuses).toEqual(Array(10).fill(404))
  expect(refused).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(100)
})

test('GitHub’s own trouble before the start is told as such, and leaves nothing', async () => {
  const { proMember, start, fault, clearFaults } = imports
  const { member, source } = await proMember()
  await fault({ path: '/user/installations*', status: 503, times: 1 })

  const answer = await start(member, source)
  await clearFaults()

  expect(answer).toMatchObject({ status: 503, body: { code: 'GITHUB_UNAVAILABLE' } })
  expect(await rowsOf(member.id)).toBe(0)
})

test.each([
  ['no permission to create', { method: 'POST', path: '/user/repos', status: 403 }],
  ['GitHub away while creating', { method: 'POST', path: '/user/repos', status: 502 }],
  [
    'a copy that is not the same',
    { method: 'GET', path: '/repos/*/ferry-*/branches/*', nth: 2, status: 404 },
  ],
  ['publication refused', { method: 'PATCH', path: '/repos/*/ferry-*', status: 422 }],
  ['publication without an answer', { method: 'PATCH', path: '/repos/*/ferry-*', drop: 'after' }],
])('%s ends the import, and no copy is left', async (_name, one) => {
  const { proMember, start, until, fault, clearFaults, atGithub } = imports
  const { member, source } = await proMember()
  await fault({ times: 4, body: { message: 'no' }, ...one })

  const { body } = await start(member, source)
  const cloneId = String(body.cloneId)
  await until(cloneId, 'failed')
  await clearFaults()
  await imports.pass(60)

  const end = await imports.row(cloneId)
  expect(end).toMatchObject({ status: 'failed', deleted_at: expect.any(Date) })
  expect(end?.error_code).toMatch(/^[a-z_]+$/)
  expect(await atGithub(end?.clone_full_name ?? '')).toBe('missing')
  expect(await imports.mails(member)).toEqual([])
})

const rowsOf = async (userId: string): Promise<number> =>
  (
    await imports
      .testServer()
      .sql('select from public.temporary_clones where user_id = $1', [userId])
  ).length

let kept: ReturnType<typeof imports.proMember> | undefined

const theMember = () => {
  kept ??= imports.proMember()
  return kept
}
