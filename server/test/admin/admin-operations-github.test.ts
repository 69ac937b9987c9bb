import { beforeEach, expect, test } from 'vitest'
import { type Answer, type TestMember, useGithubServer } from '#test/code-host/github-server.ts'

const testServer = useGithubServer()

beforeEach(() => testServer().github.control('DELETE', 'faults', {}))

test('an event that failed for good is replayed, one or all, and its dead letter is gone', async () => {
  const { sql, settle } = testServer()
  const admin = await newAdmin()
  const [one, other] = [await failedEvent(), await failedEvent()]

  const first = await sync(admin, { action: 'replay', id: one })
  await settle()
  const rest = await sync(admin, { action: 'replay_all' })
  await settle()
  const again = await sync(admin, { action: 'replay', id: one })

  expect(first.body).toEqual({ success: true, count: 1 })
  expect(rest.body).toEqual({ success: true, count: 1 })
  expect(again.status).toBe(404)
  expect(await stateOf(one)).toEqual({ outcome: null, processed_at: expect.any(Date), error: null })
  expect(await stateOf(other)).toEqual({
    outcome: null,
    processed_at: expect.any(Date),
    error: null,
  })
  expect(
    await sql(`select from ops.jobs where kind = 'take-github-event' and state = 'failed'`),
  ).toEqual([])
  expect(
    await sql(
      `select action, subject_id, details from public.audit_log where actor_id = $1 order by created_at`,
      [admin.id],
    ),
  ).toEqual([
    { action: 'webhook_replayed', subject_id: one, details: {} },
    { action: 'webhooks_replayed', subject_id: null, details: { count: 1 } },
    { action: 'webhook_replayed', subject_id: one, details: { refused: 'not_found' } },
  ])
})

test('an event is marked as failed after the last try of its job', async () => {
  const { sql, settle } = testServer()
  const body = JSON.stringify({ action: 'revoked', sender: { id: 'no number' } })
  const [event] = await sql(
    `insert into ops.webhook_events (provider, digest, event_name, body)
     values ('github', gen_random_uuid()::text, 'github_app_authorization', $1) returning id`,
    [body],
  )

  await sql(
    `insert into ops.jobs (kind, payload, attempts, most_attempts) values ('take-github-event', $1, 8, 9)`,
    [JSON.stringify({ id: event?.id })],
  )
  await settle()

  expect(await stateOf(String(event?.id))).toEqual({
    outcome: 'failed',
    processed_at: expect.any(Date),
    error: expect.stringContaining('expected'),
  })
})

test('repositories are checked with the member’s own token, and the counts are kept', async () => {
  const { github, sql, connected } = testServer()
  const admin = await newAdmin()
  const { member, login } = await connected()
  await github.control('POST', 'seed', {
    people: [],
    repositories: [
      { owner: login, name: 'same', private: false },
      { owner: login, name: 'opened', private: false },
    ],
  })
  await link(member, login, 'same', false)
  await link(member, login, 'opened', true)
  await link(member, login, 'never-was', true)

  const before = await sync(admin, { action: 'repositories', member: login.toUpperCase() })
  const checked = await sync(admin, { action: 'recheck_repositories', userId: member.id })
  const after = await sync(admin, { action: 'repositories', member: member.email })

  const counts = { fine: 1, gone: 1, privacy_changed: 1, no_access: 0, left_out: 0 }
  expect(before.body).toEqual({
    member: { id: member.id, email: member.email, login, linkCount: 3 },
    lastCheck: null,
  })
  expect(checked.body).toEqual({
    counts,
    items: expect.arrayContaining([
      { repository: `${login}/same`, result: 'fine' },
      { repository: `${login}/opened`, result: 'privacy_changed' },
      { repository: `${login}/never-was`, result: 'gone' },
    ]),
  })
  expect(after.body.lastCheck).toEqual({
    at: expect.any(String),
    by: admin.email,
    counts,
  })
  expect(
    await sql('select action, details from public.audit_log where subject_id = $1', [member.id]),
  ).toEqual([{ action: 'repositories_checked', details: counts }])
})

test('a member without a connection cannot be checked, and an unknown one is not found', async () => {
  const admin = await newAdmin()
  const member = await testServer().newMember()

  const unconnected = await sync(admin, { action: 'recheck_repositories', userId: member.id })
  const unknown = await sync(admin, { action: 'repositories', member: 'nobody-at-all' })

  expect(unconnected.body.code).toBe('NO_GITHUB_APP')
  expect([unknown.status, unknown.body.code]).toEqual([404, 'user_not_found'])
})

test('a copy is deleted at GitHub only if it is the repository that we made', async () => {
  const { github, sql, connected } = testServer()
  const admin = await newAdmin()
  const { member, login } = await connected()
  const names = ['copy', 'namesake', 'edited']
  await github.control('POST', 'seed', {
    people: [],
    repositories: names.map((name) => ({ owner: login, name, private: false })),
  })
  const ours = await addClone(member, `${login}/copy`, await repositoryId(member, login, 'copy'))
  const namesake = await addClone(member, `${login}/namesake`, 999_999)
  const unknown = await addClone(member, `${login}/namesake`, null)
  const editedId = await repositoryId(member, login, 'edited')
  const edited = await addClone(member, `${login}/edited`, editedId)
  await describeRepository(member, `${login}/copy`, `Temporary copy, deletes itself. ${ours}`)

  const listed = await sync(admin, { action: 'clones' })
  const answers: Answer[] = []
  for (const id of [ours, namesake, unknown, edited, ours])
    answers.push(await sync(admin, { action: 'delete_clone', id }))

  expect(listed.body).toMatchObject({ count: 4 })
  expect(listed.body.items).toContainEqual(
    expect.objectContaining({ id: ours, copy: `${login}/copy`, isLate: true, deletedAt: null }),
  )
  expect(answers.map(({ status, body }) => body.code ?? status)).toEqual([
    200,
    200,
    200,
    'clone_refused',
    'not_found',
  ])
  expect(await repositoryId(member, login, 'copy')).toBeNull()
  expect(await repositoryId(member, login, 'namesake')).not.toBeNull()
  const left = await sql(
    'select id, last_error from public.temporary_clones where deleted_at is null and user_id = $1',
    [member.id],
  )
  expect(left).toEqual([{ id: edited, last_error: 'Its description was changed' }])
})

test('health knows when GitHub last answered', async () => {
  const { connected } = testServer()
  const admin = await newAdmin()
  await connected()

  await expect
    .poll(async () => (await sync(admin, { action: 'health' })).body.services)
    .toContainEqual(
      expect.objectContaining({
        name: 'github',
        isConfigured: true,
        succeededAt: expect.stringMatching(/Z$/),
      }),
    )
})

async function newAdmin(): Promise<TestMember> {
  const { newMember, sql } = testServer()
  const admin = await newMember()
  await sql(`update public.users set role = 'admin' where id = $1`, [admin.id])

  return admin
}

const sync = (caller: TestMember, body: object): Promise<Answer> =>
  testServer().call('admin-sync', caller.token, { body })

/** As a job leaves it after its last try. */
async function failedEvent(): Promise<string> {
  const { sql } = testServer()
  const [row] = await sql(
    `insert into ops.webhook_events (provider, digest, event_name, body, outcome, error, processed_at)
     values ('github', gen_random_uuid()::text, 'other ping', '{"zen":"x"}', 'failed', 'It broke', now()) returning id`,
  )
  await sql(
    `insert into ops.jobs (kind, payload, state, finished_at) values ('take-github-event', $1, 'failed', now())`,
    [JSON.stringify({ id: row?.id })],
  )

  return String(row?.id)
}

const stateOf = async (id: string) =>
  (
    await testServer().sql(
      'select outcome, processed_at, error from ops.webhook_events where id = $1',
      [id],
    )
  )[0]

const link = ({ id }: TestMember, owner: string, name: string, isPrivate: boolean) =>
  testServer().sql(
    `insert into public.bolt_projects (user_id, project_name, github_repo_owner, github_repo_name, is_private)
     values ($1, 'Tides', $2, $3, $4)`,
    [id, owner, name, isPrivate],
  )

/** After its last try, so that only people can help. */
async function addClone({ id }: TestMember, copy: string, repoId: number | null): Promise<string> {
  const [row] = await testServer().sql(
    `insert into public.temporary_clones (user_id, source_full_name, clone_full_name, github_repo_id, delete_at, attempts)
     values ($1, 'a/private', $2, $3, now() - interval '3 minutes', 12) returning id`,
    [id, copy, repoId],
  )

  return String(row?.id)
}

/** As GitHub tells the member. */
async function repositoryId(
  member: TestMember,
  owner: string,
  name: string,
): Promise<number | null> {
  const read = (await askGithub(member, `${owner}/${name}`)) as { id?: number }

  return read.id ?? null
}

const describeRepository = (member: TestMember, fullName: string, description: string) =>
  askGithub(member, fullName, { method: 'PATCH', body: JSON.stringify({ description }) })

async function askGithub(member: TestMember, fullName: string, init: RequestInit = {}) {
  const { call, github } = testServer()
  const { body } = await call('get-github-token', member.token, { method: 'GET' })
  const answer = await fetch(`${github.apiUrl}/repos/${fullName}`, {
    ...init,
    headers: { authorization: `Bearer ${body.access_token}`, 'user-agent': 'tests' },
  })

  return answer.json()
}
