import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deleteExpired } from '#code-host/delete-expired.ts'
import { type TestMember, useGithubServer } from './github-server.ts'
import { pushBy, webhooksOf } from './webhooks.ts'

const testServer = useGithubServer()
const { connected, deliver, link, signature } = webhooksOf(testServer)

test('what is not signed with our secret is not even kept', async () => {
  const { sql } = testServer()
  const count = async () => (await sql('select from ops.webhook_events')).length
  const before = await count()
  const body = JSON.stringify({ action: 'revoked', sender: { id: 1 } })
  const good = signature(body)

  expect(await deliver(body, { signature: '' })).toBe(401)
  expect(await deliver(body, { signature: 'sha256=00' })).toBe(401)
  expect(
    await deliver(body, { signature: good.replace(/.$/, (x) => (x === '0' ? '1' : '0')) }),
  ).toBe(401)
  expect(await deliver(`${body} `, { signature: good })).toBe(401)
  expect(await deliver(body, { signature: good.replace('sha256', 'sha1') })).toBe(401)
  expect(await count()).toBe(before)
})

test('a signed body counts once, whatever delivery id and event name come with it', async () => {
  const { sql } = testServer()
  const body = JSON.stringify({ zen: 'Keep it logically awesome.', unique: randomUUID() })

  const statuses = await Promise.all(
    ['ping', 'ping', 'push', 'x'.repeat(5000), ''].map((event) => deliver(body, { event })),
  )
  statuses.push(await deliver(body, { delivery: '' }))
  await testServer().settle()

  expect(statuses).toEqual(Array(6).fill(202))
  expect(
    await sql('select attempts, processed_at from ops.webhook_events where digest = $1', [
      digestOf(body),
    ]),
  ).toEqual([{ attempts: 1, processed_at: expect.any(Date) }])
})

test('a replay under another delivery id changes nothing', async () => {
  const { sql, connectionOf } = testServer()
  const { member, githubId } = await connected()
  const body = (action: string) =>
    JSON.stringify({
      action,
      installation: { id: 77, account: { id: githubId } },
      sender: { id: githubId },
    })

  await deliver(body('created'), { event: 'installation' })
  await testServer().settle()
  await deliver(body('deleted'), { event: 'installation' })
  await testServer().settle()
  await deliver(body('created'), { event: 'installation' })
  await testServer().settle()

  expect(await connectionOf(member)).toMatchObject({ installation_id: null })
  expect(
    await sql('select attempts from ops.webhook_events where digest = $1', [
      digestOf(body('created')),
    ]),
  ).toEqual([{ attempts: 1 }])
})

test('the header does not decide what an event means', async () => {
  const { connectionOf } = testServer()
  const { member, githubId, person } = await connected()
  await person.install()
  await heard()
  const { installation_id: id } = (await connectionOf(member)) ?? {}
  const star = {
    action: 'deleted',
    starred_at: null,
    repository: { name: 'boat', owner: { id: githubId, login: person.login } },
    installation: { id: Number(id) },
    sender: { id: githubId },
  }

  await deliver(JSON.stringify(star), { event: 'installation' })
  await testServer().settle()

  expect(await connectionOf(member)).toMatchObject({ installation_id: id })
})

test('a second revocation, though the same byte for byte, is not taken for a replay', async () => {
  const { github, connect, connectionOf } = testServer()
  const { member, person } = await connected()
  const revoke = async () => {
    await github.control('POST', `people/${person.login}/revoke`, {})
    await heard()
  }

  await revoke()
  const first = await connectionOf(member)
  await connect(member, person.login)
  const again = await connectionOf(member)
  await revoke()

  expect([first, again]).toEqual([undefined, expect.objectContaining({ user_id: member.id })])
  expect(await connectionOf(member)).toBeUndefined()
})

test('a signed body that is no JSON is refused', async () => {
  expect(await deliver('payload=%7B%7D')).toBe(400)
  expect(await deliver('{"a":"\u0000')).toBe(400)
})

test('after a month an event is empty, and still no replay gets through', async () => {
  const { sql } = testServer()
  const body = JSON.stringify({ action: 'revoked', sender: { id: 987_654_321 } })
  await deliver(body)
  await testServer().settle()
  await sql(
    `update ops.webhook_events set body = $2, received_at = now() - interval '31 days' where digest = $1`,
    [digestOf(body), body],
  )

  await deleteExpired({ db: testServer().database() })
  await deliver(body)
  await testServer().settle()

  expect(
    await sql('select body, attempts from ops.webhook_events where digest = $1', [digestOf(body)]),
  ).toEqual([{ body: '{}', attempts: 1 }])
})

test('events of GitHub report an installation, its suspension and its end', async () => {
  const { github, connectionOf } = testServer()
  const { member, person } = await connected()
  const known = async () => {
    await heard()
    return (await connectionOf(member))?.installation_id
  }

  const id = await person.install()
  expect(Number(await known())).toBe(id)
  await github.control('PUT', `installations/${id}`, { suspended: true })
  expect(await known()).toBeNull()
  await github.control('PUT', `installations/${id}`, { suspended: false })
  expect(Number(await known())).toBe(id)
  await github.control('DELETE', `installations/${id}`, {})
  expect(await known()).toBeNull()
})

test('a permission taken back at GitHub ends the connection here', async () => {
  const { github, connectionOf, call } = testServer()
  const { member, person } = await connected()
  const installed = await connected()
  await installed.person.install()
  await heard()

  await github.control('POST', `people/${person.login}/revoke`, {})
  await github.control('POST', `people/${installed.person.login}/revoke`, {})
  await heard()

  expect(await connectionOf(member)).toBeUndefined()
  expect(await connectionOf(installed.member)).toMatchObject({ access_token: null })
  const asked = await call('get-github-token', installed.member.token, { method: 'GET' })
  expect(asked).toMatchObject({ status: 401, body: { code: 'NO_ACCESS_TOKEN' } })
})

test('a late revocation event does not end a newer connection', async () => {
  const { connect, connectionOf } = testServer()
  const { member, person } = await connected()
  const { github_user_id } = (await connectionOf(member)) ?? {}
  await connect(member, person.login)

  const body = JSON.stringify({ action: 'revoked', sender: { id: Number(github_user_id) } })
  await deliver(body, { event: 'github_app_authorization' })
  await testServer().settle()

  expect(await connectionOf(member)).toMatchObject({ access_token: expect.any(String) })
})

test('a push to a linked repository is written down for who pushed, once', async () => {
  const { sql } = testServer()
  const { member, githubId, person } = await connected()
  await link(member, person.login, 'tide-tables')
  const body = JSON.stringify(pushBy(githubId, { login: person.login, id: githubId }))

  await deliver(body, { event: 'push' })
  await deliver(body, { event: 'push' })
  await testServer().settle()

  const records = await sql('select * from public.push_records where user_id = $1', [member.id])
  expect(records).toEqual([
    expect.objectContaining({
      repo_owner: person.login,
      repo_name: 'tide-tables',
      branch: 'feature/x',
      commit_sha: 'b'.repeat(40),
      commit_message: 'Second',
      files_added: 1,
      files_modified: 1,
      files_deleted: 1,
      succeeded: true,
      project_id: expect.any(String),
      commit_count: 2,
      author: 'the-pusher',
      is_own: true,
      changed_files: [
        { path: 'new.ts', change: 'added' },
        { path: 'gone.ts', change: 'deleted' },
        { path: 'old.ts', change: 'modified' },
      ],
    }),
  ])
  expect(await historyOf(member)).toEqual([
    {
      direction: 'outward',
      result: 'updated',
      counts: { files: 3 },
      message: 'Second',
      push_id: records[0]?.id,
    },
  ])
})

test('a push of a thousand files keeps the counts and the first 300 paths', async () => {
  const { sql } = testServer()
  const { member, githubId, person } = await connected()
  await link(member, person.login, 'tide-tables')
  const added = Array.from({ length: 1000 }, (_, i) => `src/${i}.ts`)
  const commits = [{ added, removed: [], modified: [] }]

  await deliver(
    JSON.stringify({ ...pushBy(githubId, { login: person.login, id: githubId }), commits }),
    { event: 'push' },
  )
  await testServer().settle()

  expect(
    await sql(
      `select files_added, jsonb_array_length(changed_files) as files from public.push_records
        where user_id = $1`,
      [member.id],
    ),
  ).toEqual([{ files_added: 1000, files: 300 }])
})

test('a push whose texts cannot be stored is recorded with what can', async () => {
  const { sql } = testServer()
  const { member, githubId, person } = await connected()
  await link(member, person.login, 'tide-tables')
  const push = {
    ...pushBy(githubId, { login: person.login, id: githubId }),
    commits: [{ added: ['a\0b.ts', `${'x'.repeat(999)}😀`], removed: ['\ud800.ts'], modified: [] }],
    head_commit: { id: 'b'.repeat(40), message: 'Second\0 \ud83d 😀' },
  }

  expect(await deliver(JSON.stringify(push), { event: 'push' })).toBe(202)
  await testServer().settle()

  expect(
    await sql('select commit_message, changed_files from public.push_records where user_id = $1', [
      member.id,
    ]),
  ).toEqual([
    {
      commit_message: 'Second\ufffd \ufffd 😀',
      changed_files: [
        { path: 'a\ufffdb.ts', change: 'added' },
        { path: 'x'.repeat(999), change: 'added' },
        { path: '\ufffd.ts', change: 'deleted' },
      ],
    },
  ])
})

test('what others push to a public repository is told to every connected member who links it', async () => {
  const { sql } = testServer()
  const [owner, follower] = [await connected(), await connected()]
  for (const { member } of [owner, follower]) await link(member, owner.person.login, 'tide-tables')
  const push = pushBy(owner.githubId, { login: owner.person.login, id: owner.githubId })
  const repository = { ...push.repository, private: false }

  await deliver(JSON.stringify({ ...push, repository }), { event: 'push' })
  await testServer().settle()

  const seen = (member: TestMember) =>
    sql('select is_own, author from public.push_records where user_id = $1', [member.id])
  expect(await seen(owner.member)).toEqual([{ is_own: true, author: 'the-pusher' }])
  expect(await seen(follower.member)).toEqual([{ is_own: false, author: 'the-pusher' }])
  expect(
    await sql(`select from public.analytics where name = 'push' and user_id = $1`, [
      follower.member.id,
    ]),
  ).toEqual([])
})

test('a link to another user’s repository reveals nothing of what happens there', async () => {
  const { sql } = testServer()
  const owner = await connected()
  const snoop = await connected()
  await link(owner.member, owner.person.login, 'tide-tables')
  await link(snoop.member, owner.person.login, 'tide-tables')
  const repositoryOwner = { login: owner.person.login, id: owner.githubId }

  await deliver(JSON.stringify(pushBy(owner.githubId, repositoryOwner)), { event: 'push' })
  await testServer().settle()

  const seen = await sql('select user_id from public.push_records where repo_owner = $1', [
    owner.person.login,
  ])
  expect(seen).toEqual([{ user_id: owner.member.id }])
})

test('the owner sees what others push to their repository, if the app is installed there', async () => {
  const { sql } = testServer()
  const owner = await connected()
  const id = await owner.person.install()
  await heard()
  await link(owner.member, owner.person.login, 'tide-tables')
  const repositoryOwner = { login: owner.person.login, id: owner.githubId }

  await deliver(JSON.stringify({ ...pushBy(1, repositoryOwner), installation: { id } }), {
    event: 'push',
  })
  await testServer().settle()

  expect(
    await sql('select branch, is_own from public.push_records where user_id = $1', [
      owner.member.id,
    ]),
  ).toEqual([{ branch: 'feature/x', is_own: false }])
})

test('a colleague to whom GitHub shows the private repository learns of pushes there', async () => {
  const { sql, github } = testServer()
  const [owner, colleague, snoop] = [await connected(), await connected(), await connected()]
  await owner.person.install()
  const { login } = owner.person
  await github.control('POST', 'seed', {
    repositories: [
      { owner: login, name: 'tide-tables', private: true, collaborators: [colleague.person.login] },
    ],
  })
  await heard()
  for (const { member } of [colleague, snoop]) await link(member, login, 'tide-tables')
  const push = pushBy(owner.githubId, { login, id: owner.githubId })

  await deliver(JSON.stringify({ ...push, repository: { ...push.repository, private: true } }), {
    event: 'push',
  })
  await testServer().settle()

  const seen = await sql('select user_id, is_own from public.push_records where repo_owner = $1', [
    login,
  ])
  expect(seen).toEqual([{ user_id: colleague.member.id, is_own: false }])
})

test('a link follows its renamed repository; others do not learn where a private one went', async () => {
  const { github, call } = testServer()
  const [owner, snoop] = [await connected(), await connected()]
  const { login } = owner.person
  await owner.person.install()
  const repositories = [{ owner: login, name: 'tide-tables', private: true }]
  await github.control('POST', 'seed', { repositories })
  await heard()
  for (const { member } of [owner, snoop]) await link(member, login, 'tide-tables')
  const { body } = await call('get-github-token', owner.member.token, { method: 'GET' })
  const atGithub = (method: string, name: string, change?: object) =>
    fetch(`${github.apiUrl}/repos/${login}/${name}`, {
      method,
      headers: { authorization: `Bearer ${body.access_token}`, 'user-agent': 'test' },
      ...(change && { body: JSON.stringify(change) }),
    })

  await atGithub('PATCH', 'tide-tables', { name: 'high-water' })
  await heard()

  const moved = { github_repo_owner: login, github_repo_name: 'high-water' }
  expect(await linkOf(owner.member)).toMatchObject({
    ...moved,
    github_repo_url: `${github.webUrl}/${login}/high-water`,
  })
  expect(await linkOf(snoop.member)).toMatchObject({ github_repo_name: 'tide-tables' })

  await atGithub('DELETE', 'high-water')
  await heard()

  expect(await linkOf(owner.member)).toMatchObject(moved)
  expect(await historyOf(owner.member)).toMatchObject([
    { result: 'updated', message: `${login}/tide-tables → ${login}/high-water` },
    { direction: 'inward', result: 'deleted', message: `${login}/high-water` },
  ])
  expect(await historyOf(snoop.member)).toEqual([])
})

test('everybody’s links follow a public repository to its new owner', async () => {
  const { member, person } = await connected()
  await link(member, person.login, 'tide-tables')
  const body = {
    action: 'transferred',
    changes: { owner: { from: { user: { login: person.login } } } },
    repository: {
      name: 'tide-tables',
      private: false,
      html_url: 'https://github.com/harbour/tide-tables',
      owner: { id: 7, login: 'harbour' },
    },
    sender: { id: 1 },
  }

  await deliver(JSON.stringify(body), { event: 'repository' })
  await testServer().settle()

  expect(await linkOf(member)).toMatchObject({ github_repo_owner: 'harbour' })
})

test('tags, deleted branches and events nobody asked for change nothing', async () => {
  const { sql } = testServer()
  const { member, githubId, person } = await connected()
  await link(member, person.login, 'tide-tables')
  const push = pushBy(githubId, { login: person.login, id: githubId })

  await deliver(JSON.stringify({ ...push, ref: 'refs/tags/v1' }), { event: 'push' })
  await deliver(JSON.stringify({ ...push, deleted: true, head_commit: null }), { event: 'push' })
  await deliver('{"action":"created"}', { event: 'star' })
  await testServer().settle()

  expect(await sql('select from public.push_records where user_id = $1', [member.id])).toEqual([])
})

test('an event that cannot be dealt with keeps its reason, and is tried again', async () => {
  const { sql, settle } = testServer()
  const body = JSON.stringify({ action: 'created', installation: { account: { id: 1 } } })

  await deliver(body, { event: 'installation' })
  await settle()

  expect(
    await sql('select processed_at, error from ops.webhook_events where digest = $1', [
      digestOf(body),
    ]),
  ).toEqual([{ processed_at: null, error: expect.stringContaining('installation') }])
})

const digestOf = (body: string) => createHash('sha256').update(body).digest('hex')

/** Resolves when all webhook events have arrived and are processed. */
async function heard() {
  const { github, settle } = testServer()
  await (await fetch(`${github.webUrl}/_control/deliveries`)).text()
  await settle()
}

const linkOf = async ({ id }: TestMember) =>
  (await testServer().sql('select * from public.bolt_projects where user_id = $1', [id]))[0]

const historyOf = ({ id }: TestMember) =>
  testServer().sql(
    `select direction, result, counts, message, push_id from public.sync_events
      where user_id = $1 order by created_at`,
    [id],
  )
