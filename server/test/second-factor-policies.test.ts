import { expect, test } from 'vitest'
import { addRow } from './add-row.ts'
import { rights, table } from './rights.ts'
import { testPeople } from './test-people.ts'

type People = Awaited<ReturnType<typeof testPeople>>

/** All personal tables. A new one belongs here. */
const PERSONAL = [
  'users',
  'subscriptions',
  'transactions',
  'bolt_projects',
  'projects',
  'project_members',
  'project_invitations',
  'tasks',
  'sync_events',
  'push_records',
  'temporary_clones',
  'sync_bases',
  'data_exports',
]

test('whoever has set up a second factor sees nothing personal before using it', async () => {
  const home = await testPeople()
  const { db, sql, member, withAal2 } = home
  await ownOneOfEach(home)
  await enrol(home, 'verified')

  const callers = { 'password-only': member, 'both-factors': withAal2(member) }
  const reads = Object.fromEntries(
    PERSONAL.map((name) => [name, { text: `select from public.${name}` }]),
  )
  const found = await rights(db, callers, {
    ...reads,
    github_integrations: { text: 'select id from public.github_integrations' },
  })

  const columns = PERSONAL.length + 1
  expect(found.split('\n').slice(1)).toEqual([
    ['password-only', ...Array(columns).fill('nothing')].join(' '),
    ['both-factors', ...Array(columns).fill('allowed')].join(' '),
  ])
  expect(await guarded(sql)).toEqual([...PERSONAL, 'github_integrations'].sort())
})

test('without the second factor nothing can be written either', async () => {
  const home = await testPeople()
  const { db, member, withAal2 } = home
  await enrol(home, 'verified')

  const found = await rights(
    db,
    { 'password-only': member, 'both-factors': withAal2(member) },
    {
      link: { text: `insert into public.bolt_projects (project_name) values ('Ferry')` },
      start: { text: `insert into public.projects (name) values ('Ferry')` },
      profile: { text: `update public.users set about = 'me'` },
      avatar: {
        text: `insert into storage.objects (bucket_id, name) values ('avatars', $1)`,
        values: [`${member.id}/face.png`],
      },
    },
  )

  expect(found).toBe(
    table(`
                     link     start    profile  avatar
      password-only  refused  refused  nothing  refused
      both-factors   allowed  allowed  allowed  allowed
    `),
  )
})

test('an admin who has set up a second factor is no admin before using it', async () => {
  const home = await testPeople()
  const { db, other, admin, withAal2 } = home
  await enrol({ ...home, member: admin }, 'verified')

  const found = await rights(
    db,
    { 'password-only': admin, 'both-factors': withAal2(admin) },
    {
      people: { text: 'select from public.users where id = $1', values: [other.id] },
    },
  )

  expect(found).toBe(
    table(`
                     people
      password-only  nothing
      both-factors   allowed
    `),
  )
})

test('a factor that was never verified asks nothing of anyone', async () => {
  const home = await testPeople()
  await enrol(home, 'unverified')

  const seen = await home.asks(home.member, 'select id from public.users')

  expect(seen).toEqual([{ id: home.member.id }])
})

test('functions reveal nothing personal before the second factor either', async () => {
  const home = await testPeople()
  const { db, sql, member, withAal2 } = home
  const project = await ownOneOfEach(home)
  await enrol(home, 'verified')
  await addRow(sql, 'bolt_projects', { user_id: member.id, project_name: 'Gone' })
  await sql(`delete from public.bolt_projects where project_name = 'Gone'`)
  const call = (text: string, ...values: unknown[]) => ({ text: `select * from ${text}`, values })

  const found = await rights(
    db,
    { 'password-only': member, 'both-factors': withAal2(member) },
    {
      status: call('public.get_subscription_status($1)', member.id),
      members: call('public.get_project_members($1)', project),
      links: call('public.get_linked_projects()'),
      bin: call('public.get_deleted_bolt_projects()'),
      invitations: call('public.get_my_invitations()'),
    },
  )

  expect(found).toBe(
    table(`
                     status   members  links    bin      invitations
      password-only  nothing  nothing  nothing  nothing  nothing
      both-factors   allowed  allowed  allowed  allowed  allowed
    `),
  )
})

/** Creates a row for the member in every personal table; returns the project. */
async function ownOneOfEach({ sql, member, other }: People): Promise<string> {
  const user_id = member.id
  const plan_id = await addRow(sql, 'plans', { name: 'Pro Monthly', price: 4 })
  await addRow(sql, 'subscriptions', {
    user_id,
    plan_id,
    status: 'active',
    lemon_squeezy_subscription_id: '1',
  })
  await addRow(sql, 'transactions', {
    user_id,
    provider_invoice_id: '1',
    amount: 4,
    currency: 'USD',
    status: 'paid',
  })
  await addRow(sql, 'github_integrations', { user_id })
  await addRow(sql, 'bolt_projects', { user_id, project_name: 'Ferry' })
  const project_id = await addRow(sql, 'projects', { owner_id: user_id, name: 'Harbour' })
  await addRow(sql, 'tasks', { project_id, name: 'Sail' })
  await addRow(sql, 'sync_events', { user_id, project_id, direction: 'inward', result: 'updated' })
  await addRow(sql, 'push_records', {
    user_id,
    repo_owner: 'member',
    repo_name: 'ferry',
    branch: 'main',
    succeeded: true,
  })
  await addRow(sql, 'temporary_clones', {
    user_id,
    source_full_name: 'a/b',
    clone_full_name: 'a/c',
  })
  await addRow(sql, 'sync_bases', {
    user_id,
    bolt_project_id: 'sb1-a',
    repo_owner: 'a',
    repo_name: 'b',
    branch: 'main',
    commit_sha: '0'.repeat(40),
  })
  await addRow(sql, 'data_exports', { user_id, file_name: 'one.json' })
  await addRow(sql, 'project_invitations', {
    project_id: await addRow(sql, 'projects', { owner_id: other.id, name: 'Elsewhere' }),
    email: member.email,
  })

  return project_id
}

async function enrol({ sql, member }: Pick<People, 'sql' | 'member'>, status: string) {
  await sql(`insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', $2)`, [
    member.id,
    status,
  ])
}

async function guarded(sql: People['sql']) {
  const rows = await sql<{ tablename: string }>(
    `select tablename::text from pg_policies
      where schemaname = 'public' and permissive = 'RESTRICTIVE' order by 1`,
  )

  return rows.map(({ tablename }) => tablename)
}
