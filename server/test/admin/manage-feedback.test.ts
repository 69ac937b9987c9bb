import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { addRow } from '#test/add-row.ts'
import {
  type Answer,
  SECRET_KEY,
  type TestMember,
  useGithubServer,
} from '#test/code-host/github-server.ts'

const OWNER = 'feedback-owner'
const testServer = useGithubServer({ env: { GITHUB_FEEDBACK_REPO: `${OWNER}/feedback` } })
let isSeeded = false
let installation: { id: number }

const install = async () => {
  const { github } = testServer()
  const made = await github.control('POST', 'installations', { person: OWNER, account: OWNER })
  installation = (await made.json()) as typeof installation
}

beforeEach(async () => {
  const { github, sql } = testServer()
  await github.control('DELETE', 'faults', {})
  if (isSeeded) return
  isSeeded = true
  await github.control('POST', 'seed', {
    people: [{ login: OWNER, name: 'Owner', email: 'o@example.test', emailState: 'hidden' }],
    repositories: [{ owner: OWNER, name: 'feedback' }],
  })
  await install()
  await addRow(sql, 'feedback_categories', { code: 'bug' })
})

test('without an installation on the repository there is no issue', async () => {
  const admin = await newAdmin()
  await testServer().github.control('DELETE', `installations/${installation.id}`, {})

  const answer = await manage(admin, 'create_github_issue', await addFeedback())
  const unknown = await ask(admin, { action: 'issue_repository' })
  await install()

  expect(said(answer)).toBe('503 feedback_repo_missing')
  expect(said(unknown)).toBe('503 feedback_repo_missing')
})

test('the repository of issues is named, with who can read it', async () => {
  const admin = await newAdmin()

  const { status, body } = await ask(admin, { action: 'issue_repository' })

  expect({ status, body }).toEqual({
    status: 200,
    body: { fullName: `${OWNER}/feedback`, isPublic: true },
  })
})

test('deleting hides an item everywhere, restoring brings it back, and each leaves a line', async () => {
  const admin = await newAdmin()
  const id = await addFeedback()

  const deleted = await manage(admin, 'delete', id)
  const hidden = await seenBy(admin, id)
  const changed = await seenBy(admin, id, { method: 'PATCH', body: '{"status":"closed"}' })
  const again = await manage(admin, 'delete', id)
  const restored = await manage(admin, 'restore', id)
  const shown = await seenBy(admin, id)

  expect([deleted, again, restored].map(({ status, body }) => ({ status, body }))).toEqual(
    [1, 2, 3].map(() => ({ status: 200, body: { success: true } })),
  )
  expect({ hidden, changed, shown }).toEqual({ hidden: [], changed: [], shown: [{ id }] })
  expect(await linesAbout(id)).toEqual([
    { actor_id: admin.id, action: 'feedback_deleted', details: {}, ip: '127.0.0.0/24' },
    { actor_id: admin.id, action: 'feedback_deleted', details: {}, ip: '127.0.0.0/24' },
    { actor_id: admin.id, action: 'feedback_restored', details: {}, ip: '127.0.0.0/24' },
  ])
})

test('a deleted item is gone for good after 30 days', async () => {
  const { sql, settle } = testServer()
  const [old, recent] = [await addFeedback(), await addFeedback()]
  await sql(
    `update public.user_feedback set deleted_at = now() - interval '31 days' where id = $1`,
    [old],
  )
  await sql(
    `update public.user_feedback set deleted_at = now() - interval '29 days' where id = $1`,
    [recent],
  )

  await sql(`insert into ops.jobs (kind) values ('sweep-feedback')`)
  await settle()

  expect(
    await sql('select id from public.user_feedback where id = any ($1)', [[old, recent]]),
  ).toEqual([{ id: recent }])
})

test('who may manage feedback, and what a refusal leaves behind', async () => {
  const { sql, newMember } = testServer()
  const id = await addFeedback()
  const member = await newMember()
  const unused = await newAdmin({ hasFactor: true })
  const used = await newAdmin({ hasFactor: true, aal: 'aal2' })
  const demoted = await newAdmin()
  await sql(`update public.users set role = 'member' where id = $1`, [demoted.id])
  const banned = await newAdmin()
  await sql(`update auth.users set banned_until = 'infinity' where id = $1`, [banned.id])
  const ask = async (token: string | null) =>
    said(
      await testServer().call('manage-feedback', token, {
        body: { action: 'delete', feedbackId: id },
      }),
    )

  const answers = {
    visitor: await ask(null),
    service: await ask(SECRET_KEY),
    member: await ask(member.token),
    'factor not used': await ask(unused.token),
    demoted: await ask(demoted.token),
    banned: await ask(banned.token),
    'factor used': await ask(used.token),
  }

  expect(answers).toEqual({
    visitor: '401 UNAUTHORIZED_NO_AUTH_HEADER',
    service: expect.stringMatching(/^401 /),
    member: '403 not_admin',
    'factor not used': '403 insufficient_aal',
    demoted: '403 not_admin',
    banned: '401 user_banned',
    'factor used': '200',
  })
  expect((await linesAbout(id)).map(({ actor_id, details }) => [actor_id, details])).toEqual([
    [unused.id, { refused: 'insufficient_aal' }],
    [used.id, {}],
  ])
})

test('malformed and unknown are told apart, to admins only', async () => {
  const admin = await newAdmin()
  const member = await testServer().newMember()
  const unknown = randomUUID()

  const answers = [
    await manage(admin, 'delete', 'not-an-id'),
    await manage(admin, 'explode', unknown),
    await manage(member, 'explode', unknown),
    await manage(admin, 'delete', unknown),
    await manage(admin, 'restore', unknown),
    await manage(admin, 'create_github_issue', unknown),
  ]

  expect(answers.map(said)).toEqual([
    '400 validation_failed',
    '400 validation_failed',
    '403 not_admin',
    '404 feedback_not_found',
    '404 feedback_not_found',
    '404 feedback_not_found',
  ])
  expect(answers[3]?.body).toMatchObject({ error: 'Feedback not found' })
  expect((await linesAbout(unknown)).map(({ details }) => details)).toEqual(
    [1, 2, 3].map(() => ({ refused: 'feedback_not_found' })),
  )
})

test('sixty writes a minute, then 429 with the time to wait', async () => {
  const admin = await newAdmin()
  const id = await addFeedback()
  await testServer().sql(
    `insert into ops.rate_limits (key, tokens, burst, updated_at)
     values ($1, 1, 60, now() + interval '50 seconds')`,
    [`admin writes ${admin.id}`],
  )

  const last = await manage(admin, 'delete', id)
  const over = await manage(admin, 'restore', id)

  expect([said(last), said(over)]).toEqual(['200', '429 over_request_rate_limit'])
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await linesAbout(id)).toHaveLength(1)
})

test('an issue is the app’s, says nothing of the sender, and is created once', async () => {
  const { newMember, sql } = testServer()
  const admin = await newAdmin()
  const sender = await newMember()
  const id = await addFeedback({
    user_id: sender.id,
    description: 'Ask @octocat',
    page_url: 'https://gitferry.test/projects?token=secret',
  })

  const first = await manage(admin, 'create_github_issue', id)
  const second = await manage(admin, 'create_github_issue', id)

  const [issue, ...others] = await issuesNaming('octocat')
  expect(first.body).toEqual({ issueUrl: issue?.html_url })
  expect(second.body).toEqual(first.body)
  expect(others).toEqual([])
  expect(issue).toMatchObject({ title: '[Bug] Ask @\u200boctocat', user: null })
  expect(issue?.labels.map(({ name }) => name)).toEqual(['feedback', 'bug'])
  expect(issue?.body).toContain('- Page: /projects\n')
  for (const secret of ['token=secret', sender.id, sender.email, id]) {
    expect(JSON.stringify(issue)).not.toContain(secret)
  }
  expect(
    await sql('select github_issue_url from public.user_feedback where id = $1', [id]),
  ).toEqual([{ github_issue_url: issue?.html_url }])
  expect((await linesAbout(id)).map(({ action }) => action)).toEqual(['feedback_issue_created'])
})

test('two admins at once get one issue', async () => {
  const [one, other] = [await newAdmin(), await newAdmin()]
  const id = await addFeedback({ description: 'two-at-once' })
  await fault({ latencyMs: 300 })

  const answers = await Promise.all([
    manage(one, 'create_github_issue', id),
    manage(other, 'create_github_issue', id),
  ])

  const issues = await issuesNaming('two-at-once')
  expect(issues).toHaveLength(1)
  expect(answers.map(({ body }) => body)).toEqual(
    [1, 2].map(() => ({ issueUrl: issues[0]?.html_url })),
  )
})

test('an issue whose answer was lost is found by its marker', async () => {
  const admin = await newAdmin()
  const id = await addFeedback({ description: 'lost-answer' })
  await fault({ drop: 'after' })

  const lost = await manage(admin, 'create_github_issue', id)
  const found = await manage(admin, 'create_github_issue', id)

  const issues = await issuesNaming('lost-answer')
  expect(said(lost)).toBe('503 GITHUB_UNAVAILABLE')
  expect(issues).toHaveLength(1)
  expect(found.body).toEqual({ issueUrl: issues[0]?.html_url })
})

test('after a crash between issue and row the issue is found by its marker', async () => {
  const { sql } = testServer()
  const admin = await newAdmin()
  const id = await addFeedback({ description: 'crashed-between' })
  const first = await manage(admin, 'create_github_issue', id)
  await sql(
    `update public.user_feedback set github_issue_url = null, issue_claimed_until = now() - interval '1 second'
      where id = $1`,
    [id],
  )

  const second = await manage(admin, 'create_github_issue', id)

  expect(second.body).toEqual(first.body)
  expect(await issuesNaming('crashed-between')).toHaveLength(1)
})

test('what GitHub refuses is told in its words, and may be tried again', async () => {
  const admin = await newAdmin()
  const id = await addFeedback({ description: 'refused-first' })
  const outcomes: string[] = []

  for (const status of [410, 403, 404, 422]) {
    await fault({ status, body: { message: 'Issues are disabled' } })
    const { body, ...answer } = await manage(admin, 'create_github_issue', id)
    outcomes.push(`${answer.status} ${body.code} ${body.error}`)
  }
  await fault({ status: 503 })
  const away = await manage(admin, 'create_github_issue', id)
  await fault({ status: 429, headers: { 'retry-after': '7' } })
  const limited = await manage(admin, 'create_github_issue', id)
  const created = await manage(admin, 'create_github_issue', id)

  expect(new Set(outcomes)).toEqual(
    new Set(['409 issue_refused GitHub refused the issue: Issues are disabled']),
  )
  expect(said(away)).toBe('503 GITHUB_UNAVAILABLE')
  expect(said(limited)).toBe('429 over_request_rate_limit')
  expect(limited.headers.get('retry-after')).toBe('7')
  expect(said(created)).toBe('200')
  expect(await issuesNaming('refused-first')).toHaveLength(1)
})

async function newAdmin(level: { aal?: string; hasFactor?: boolean } = {}): Promise<TestMember> {
  const { sql, newMember } = testServer()
  const admin = await newMember(level)
  await sql(`update public.users set role = 'admin' where id = $1`, [admin.id])

  return admin
}

const addFeedback = (row: Record<string, unknown> = {}) =>
  addRow(testServer().sql, 'user_feedback', { feedback_category: 'bug', description: 'x', ...row })

const ask = ({ token }: TestMember, body: object) =>
  testServer().call('manage-feedback', token, { body })

const manage = (caller: TestMember, action: string, feedbackId: string) =>
  ask(caller, { action, feedbackId })

const said = ({ status, body }: Answer) => (status === 200 ? '200' : `${status} ${body.code}`)

/** What happens to the next creation of an issue. */
const fault = (what: object) =>
  testServer().github.control('POST', 'faults', {
    method: 'POST',
    path: `/repos/${OWNER}/feedback/issues`,
    ...what,
  })

async function seenBy({ token }: TestMember, id: string, init: RequestInit = {}) {
  const { urlOf } = testServer()
  const answer = await fetch(`${urlOf(0)}/rest/v1/user_feedback?select=id&id=eq.${id}`, {
    ...init,
    headers: {
      apikey: 'sb_publishable_0123456789abcdefghij',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
  })

  return answer.json()
}

const linesAbout = (id: string) =>
  testServer().sql(
    `select actor_id, action, details, ip from public.audit_log
      where subject_type = 'feedback' and subject_id = $1 order by created_at`,
    [id],
  )

type Issue = {
  html_url: string
  title: string
  body: string
  user: unknown
  labels: { name: string }[]
}

async function issuesNaming(word: string): Promise<Issue[]> {
  const { github } = testServer()
  const answer = await fetch(`${github.apiUrl}/repos/${OWNER}/feedback/issues?per_page=100`, {
    headers: { 'user-agent': 'test' },
  })
  const issues = (await answer.json()) as Issue[]

  return issues.filter(({ body }) => body.includes(word))
}
