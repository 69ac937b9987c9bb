import type { Statement } from '@app/platform/db/database.ts'
import { expect, test } from 'vitest'
import { syncProjects } from '#projects/sync-projects.ts'
import { addUnlinked } from '#test/add-unlinked.ts'
import { type TestMember, useGithubServer } from '#test/code-host/github-server.ts'

const testServer = useGithubServer()

test('new projects are linked, with equal names too, and get a place on the site at once', async () => {
  const { sql } = testServer()
  const member = await testServer().newMember()

  const { status, body } = await sync(member, [
    project('sb1-a', { github_repo_owner: 'mia', github_repo_name: 'a', is_private: false }),
    project('sb1-b'),
  ])

  expect(status).toBe(200)
  expect(body).toMatchObject({ success: true, conflicts: [], deletedProjects: [] })
  expect(body.updatedProjects).toEqual([
    expect.objectContaining({ bolt_project_id: 'sb1-a', is_private: false, github_branch: null }),
    expect.objectContaining({ bolt_project_id: 'sb1-b', is_private: true }),
  ])
  const events = await sql('select direction, result from public.sync_events where user_id = $1', [
    member.id,
  ])
  expect(events).toEqual(Array(2).fill({ direction: 'outward', result: 'created' }))
})

test('a change in the extension arrives; what it only repeats changes nothing', async () => {
  const member = await testServer().newMember()
  await sync(member, [project('sb1-a'), project('sb1-b')])

  const { body } = await sync(member, [
    project('sb1-a', { github_branch: 'dev' }),
    project('sb1-b'),
  ])

  expect(body.updatedProjects).toEqual([
    expect.objectContaining({ bolt_project_id: 'sb1-a', github_branch: 'dev' }),
  ])
  expect(await results(member)).toEqual(['created', 'created', 'updated'])
})

test('what a member changed on the website is not undone by an extension that repeats itself', async () => {
  const { sql } = testServer()
  const member = await testServer().newMember()
  await sync(member, [project('sb1-a', { github_repo_name: 'old' })])
  await sql(`update public.bolt_projects set github_repo_name = 'new' where user_id = $1`, [
    member.id,
  ])

  const repeated = await sync(member, [project('sb1-a', { github_repo_name: 'old' })])
  const changed = await sync(member, [project('sb1-a', { github_repo_name: 'newest' })])

  expect(repeated.body.updatedProjects).toMatchObject([{ github_repo_name: 'new' }])
  expect(changed.body.updatedProjects).toMatchObject([{ github_repo_name: 'newest' }])
})

test('an extension that knows one owner does not move an organisation’s repository', async () => {
  const { sql, github } = testServer()
  const member = await testServer().newMember()
  await sql(
    `insert into public.bolt_projects (user_id, bolt_project_id, project_name, github_repo_owner, github_repo_name)
     values ($1, 'sb1-a', 'Tide tables', 'harbour', 'tides')`,
    [member.id],
  )
  const url = `${github.webUrl}/harbour/tides`

  const told = await sync(member, [], { conflictResolution: 'keep-remote' })
  const own = { github_repo_owner: 'mia', github_repo_name: 'tides', github_repo_url: url }
  const repeated = await sync(member, [project('sb1-a', own)])
  const changed = await sync(member, [project('sb1-a', { ...own, github_branch: 'dev' })])
  const insisting = await sync(member, [project('sb1-a', own)], {
    conflictResolution: 'keep-local',
  })

  expect(told.body.updatedProjects).toMatchObject([
    { github_repo_owner: 'harbour', github_repo_url: url },
  ])
  expect(repeated.body.updatedProjects).toEqual([])
  expect(changed.body.updatedProjects).toMatchObject([
    { github_repo_owner: 'harbour', github_branch: 'dev', github_repo_url: url },
  ])
  expect(insisting.status).toBe(200)
  expect(await repositoriesOf(member)).toEqual([['harbour', 'tides', url]])
})

test('an address from before a move on the website does not bring the owner back', async () => {
  const { sql, github } = testServer()
  const member = await testServer().newMember()
  const own = {
    github_repo_owner: 'mia',
    github_repo_name: 'tides',
    github_repo_url: `${github.webUrl}/harbour/tides`,
  }
  await sync(member, [project('sb1-a', own)])
  await sql(`update public.bolt_projects set github_repo_owner = 'port' where user_id = $1`, [
    member.id,
  ])

  await sync(member, [project('sb1-a', { ...own, github_branch: 'dev' })])

  expect(await repositoriesOf(member)).toEqual([['port', 'tides', `${github.webUrl}/port/tides`]])
})

test('a link that is new here takes the owner that its address names', async () => {
  const { github } = testServer()
  const member = await testServer().newMember()
  const url = `${github.webUrl}/harbour/tides`

  const { body } = await sync(member, [
    project('sb1-a', { github_repo_owner: 'mia', github_repo_name: 'tides', github_repo_url: url }),
  ])

  expect(body.updatedProjects).toMatchObject([
    { github_repo_owner: 'harbour', github_repo_url: url },
  ])
})

test('an address whose owner nobody could have stops no sync', async () => {
  const { newMember } = testServer()
  const member = await newMember()
  const url = `https://github.com/${'a'.repeat(150)}/tides`

  const { status, body } = await sync(member, [
    project('sb1-a', { github_repo_owner: 'mia', github_repo_name: 'tides', github_repo_url: url }),
  ])

  expect(status).toBe(200)
  expect(body.updatedProjects).toMatchObject([{ github_repo_owner: 'mia' }])
})

test('a repository that was chosen in the extension counts, and the address follows', async () => {
  const { github } = testServer()
  const member = await testServer().newMember()
  const own = { github_repo_owner: 'mia', github_repo_name: 'tides' }
  const first = await sync(member, [project('sb1-a', own)])
  const [link] = first.body.updatedProjects as { github_repo_url: string }[]

  const { body } = await sync(member, [
    project('sb1-a', { ...own, github_repo_name: 'waves', github_repo_url: link?.github_repo_url }),
  ])

  expect(link?.github_repo_url).toBe(`${github.webUrl}/mia/tides`)
  expect(body.updatedProjects).toMatchObject([
    { github_repo_owner: 'mia', github_repo_url: `${github.webUrl}/mia/waves` },
  ])
})

test('absence means deletion only to an established client, softly, and is listed', async () => {
  const { sql } = testServer()
  const member = await testServer().newMember()
  await sync(member, [project('sb1-a'), project('sb1-b')])

  const fresh = await sync(member, [project('sb1-a')])
  const unreadable = await sync(member, [project('sb1-a')], { lastSyncTimestamp: 'yesterday' })
  const early = await sync(member, [project('sb1-a')], {
    lastSyncTimestamp: '2020-01-01T00:00:00Z',
  })
  const established = await sync(member, [project('sb1-a')], { lastSyncTimestamp: await moment() })

  expect([fresh, unreadable, early].map(({ body }) => body.deletedProjects)).toEqual([[], [], []])
  expect(established.body.deletedProjects).toEqual(['sb1-b'])
  expect(
    await sql(
      `select bolt_project_id, deleted_at is not null as gone from public.bolt_projects
        where user_id = $1 order by 1`,
      [member.id],
    ),
  ).toEqual([
    { bolt_project_id: 'sb1-a', gone: false },
    { bolt_project_id: 'sb1-b', gone: true },
  ])
  expect(await results(member)).toEqual(['created', 'created', 'deleted'])
})

test('two established browsers with different lists do not delete each other’s projects', async () => {
  const member = await testServer().newMember()
  const one = [project('sb1-a')]
  const other = [project('sb1-b')]
  await sync(member, one)
  await sync(member, other)
  const lastSyncTimestamp = await moment(0)

  await sync(member, other)
  const first = await sync(member, one, { lastSyncTimestamp })
  const second = await sync(member, other, { lastSyncTimestamp })

  expect(first.body.deletedProjects).toEqual([])
  expect(second.body.deletedProjects).toEqual([])
})

test('a link that was made on the website is not absent from an extension that never knew it', async () => {
  const { sql } = testServer()
  const member = await testServer().newMember()
  await sql(`insert into public.bolt_projects (user_id, project_name) values ($1, 'By hand')`, [
    member.id,
  ])

  const { body } = await sync(member, [], { lastSyncTimestamp: await moment() })

  expect(body.deletedProjects).toEqual([])
})

test('what was unlinked on the website stays so until the extension has something new', async () => {
  const { sql } = testServer()
  const member = await testServer().newMember()
  await sync(member, [project('sb1-a')])
  await sql(`update public.bolt_projects set deleted_at = now() where user_id = $1`, [member.id])

  const repeated = await sync(member, [project('sb1-a')])
  const changed = await sync(member, [project('sb1-a', { github_branch: 'dev' })])

  expect(repeated.body).toMatchObject({ updatedProjects: [], deletedProjects: ['sb1-a'] })
  expect(changed.body).toMatchObject({
    updatedProjects: [{ bolt_project_id: 'sb1-a', github_branch: 'dev' }],
    deletedProjects: [],
  })
  expect(await results(member)).toEqual(['created', 'restored'])
})

test('what one browser dropped comes back when another one sends it', async () => {
  const member = await testServer().newMember()
  await sync(member, [project('sb1-a')])
  await sync(member, [], { lastSyncTimestamp: await moment() })

  const { body } = await sync(member, [project('sb1-a')])

  expect(body.updatedProjects).toMatchObject([{ bolt_project_id: 'sb1-a' }])
  expect(await results(member)).toEqual(['created', 'deleted', 'restored'])
})

test('keep-remote gives everything, adds what is new, and deletes and overwrites nothing', async () => {
  const member = await testServer().newMember()
  await sync(member, [project('sb1-a', { github_branch: 'main' }), project('sb1-b')])

  const { body } = await sync(
    member,
    [project('sb1-a', { github_branch: 'dev' }), project('sb1-c')],
    {
      conflictResolution: 'keep-remote',
      lastSyncTimestamp: await moment(),
    },
  )

  const byId = (body.updatedProjects as Project[]).map((one) => [
    one.bolt_project_id,
    one.github_branch,
  ])
  expect(byId.sort()).toEqual([
    ['sb1-a', 'main'],
    ['sb1-b', null],
    ['sb1-c', null],
  ])
  expect(body.deletedProjects).toEqual([])
})

test('keep-local lets the extension win, whatever was changed on the website', async () => {
  const { sql } = testServer()
  const member = await testServer().newMember()
  await sync(member, [project('sb1-a', { github_repo_name: 'mine' })])
  await sql(`update public.bolt_projects set github_repo_name = 'x' where user_id = $1`, [
    member.id,
  ])

  const { body } = await sync(member, [project('sb1-a', { github_repo_name: 'mine' })], {
    conflictResolution: 'keep-local',
  })

  expect(body.updatedProjects).toMatchObject([{ github_repo_name: 'mine' }])
})

test('a project that cannot be kept is a conflict, stops no other, and is not absent', async () => {
  const member = await testServer().newMember()
  await sync(member, [project('sb1-a')])

  const { status, body } = await sync(
    member,
    [
      project('sb1-a', { project_name: '' }),
      project('has a space'),
      project('sb1-nul', { project_description: 'a\0b' }),
      project('sb1-js', { github_repo_url: 'javascript:alert(1)' }),
      'nonsense',
      project('sb1-good'),
      project('sb1-good', { project_name: 'The last one counts' }),
    ],
    { lastSyncTimestamp: await moment() },
  )

  expect(status).toBe(200)
  expect(body.deletedProjects).toEqual([])
  expect(body.updatedProjects).toMatchObject([{ project_name: 'The last one counts' }])
  expect((body.conflicts as { error: string }[]).map(({ error }) => error.split(':')[0])).toEqual([
    'project_name',
    'bolt_project_id',
    'project_description',
    'github_repo_url',
    'project',
  ])
})

test('a body of another shape is refused as a whole', async () => {
  const { newMember, call } = testServer()
  const { token } = await newMember()
  const told = async (body: unknown) => {
    const answer = await call('sync-bolt-projects', token, { body })
    return [answer.status, answer.body.code, typeof answer.body.error]
  }

  expect(await told({})).toEqual([400, 'validation_failed', 'string'])
  expect(await told({ localProjects: {} })).toEqual([400, 'validation_failed', 'string'])
  expect(await told({ localProjects: [], conflictResolution: 'fight' })).toEqual([
    400,
    'validation_failed',
    'string',
  ])
})

test('nobody’s list touches another member’s projects', async () => {
  const [one, other] = [await testServer().newMember(), await testServer().newMember()]
  await sync(one, [project('sb1-a', { project_name: 'Mine' })])
  await sync(other, [project('sb1-a', { project_name: 'Theirs' })])

  await sync(other, [], { lastSyncTimestamp: await moment() })
  const { body } = await sync(one, [], { conflictResolution: 'keep-remote' })

  expect(body.updatedProjects).toMatchObject([{ project_name: 'Mine' }])
})

test('a thousand projects take as many statements as one', async () => {
  const { database, newMember } = testServer()
  const member = { ...(await newMember()), role: 'authenticated', claims: {} }
  const many = Array.from({ length: 1000 }, (_, i) => project(`sb1-${i}`))
  const order = { lastSync: null, strategy: 'auto-resolve' as const }
  const counted = counting(database())
  const syncAll = async (localProjects: object[]) => {
    counted.statements.length = 0
    const reply = await syncProjects(counted, member, { ...order, localProjects })
    return { reply, statements: counted.statements.length }
  }

  const first = await syncAll(many)
  const changed = await syncAll(many.map((one) => ({ ...one, github_branch: 'dev' })))
  const same = await syncAll(many.map((one) => ({ ...one, github_branch: 'dev' })))

  expect(first.reply.updatedProjects).toHaveLength(1000)
  expect(changed.reply.updatedProjects).toHaveLength(1000)
  expect(same.reply.updatedProjects).toEqual([])
  expect([first, changed, same].map(({ statements }) => statements)).toEqual([10, 9, 3])
})

test('an unchanged list takes three statements and writes no link', async () => {
  const { sql, database, newMember } = testServer()
  const known = await newMember()
  const member = { ...known, role: 'authenticated', claims: {} }
  const localProjects = Array.from({ length: 10 }, (_, i) => project(`sb1-${i}`))
  await sync(known, localProjects)
  const versions = () =>
    sql(
      'select id, xmin::text, ctid::text, updated_at from public.bolt_projects where user_id = $1',
      [member.id],
    )
  const before = await versions()
  const counted = counting(database())

  const reply = await syncProjects(counted, member, {
    localProjects,
    lastSync: new Date(await moment()),
    strategy: 'auto-resolve',
  })

  expect(reply).toEqual({ success: true, updatedProjects: [], conflicts: [], deletedProjects: [] })
  expect(counted.statements).toHaveLength(3)
  expect(await versions()).toEqual(before)
})

test('a sync that would bring a member over ten thousand links writes nothing', async () => {
  const { sql } = testServer()
  const member = await testServer().newMember()
  await addUnlinked(sql, member.id, 9999)

  const over = await sync(member, [project('sb1-a'), project('sb1-b')])
  const last = await sync(member, [project('sb1-a')])

  expect([over.status, over.body]).toMatchObject([413, { code: 'quota_exceeded' }])
  expect(last.status).toBe(200)
})

test('calls of one member that come together do not meet', async () => {
  const { sql } = testServer()
  const member = await testServer().newMember()
  const list = [project('sb1-a'), project('sb1-b')]

  const answers = await Promise.all(Array.from({ length: 6 }, () => sync(member, list)))

  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(await sql('select from public.projects where owner_id = $1', [member.id])).toHaveLength(2)
})

type Project = { bolt_project_id: string; github_branch: string | null }

const project = (bolt_project_id: string, more: object = {}) => ({
  bolt_project_id,
  project_name: 'Tide tables',
  last_modified: new Date().toISOString(),
  ...more,
})

const sync = ({ token }: TestMember, localProjects: unknown[], more: object = {}) =>
  testServer().call('sync-bolt-projects', token, {
    body: { localProjects, conflictResolution: 'auto-resolve', ...more },
  })

const repositoriesOf = async ({ id }: TestMember) =>
  (
    await testServer().sql<Record<string, string | null>>(
      `select github_repo_owner as owner, github_repo_name as name, github_repo_url as url
         from public.bolt_projects where user_id = $1 order by bolt_project_id`,
      [id],
    )
  ).map(({ owner, name, url }) => [owner, name, url])

/** A time after all earlier writes, by the database's clock, which is more precise than ours. */
async function moment(ms = 1000): Promise<string> {
  const later = `select clock_timestamp() + $1 * interval '1 ms' as now`
  const [row] = await testServer().sql<{ now: Date }>(later, [ms])

  return row?.now.toISOString() ?? ''
}

const results = async ({ id }: TestMember) =>
  (
    await testServer().sql<{ result: string }>(
      'select result from public.sync_events where user_id = $1 order by created_at, result',
      [id],
    )
  ).map(({ result }) => result)

function counting(db: ReturnType<ReturnType<typeof testServer>['database']>) {
  const statements: Statement['text'][] = []

  return {
    statements,
    db: {
      ...db,
      askAll: ((caller, all, options) => {
        statements.push(...all.map(({ text }) => text))
        return db.askAll(caller, all, options)
      }) as typeof db.askAll,
      as: ((caller, work, options) =>
        db.as(
          caller,
          (sql) =>
            work({
              ...sql,
              query: (text, values) => {
                statements.push(text)
                return sql.query(text, values)
              },
            }),
          options,
        )) as typeof db.as,
    },
  }
}
