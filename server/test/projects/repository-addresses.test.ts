import { machineClock } from '@app/platform/clock/clock.ts'
import { type Database, theServer } from '@app/platform/db/database.ts'
import { openDatabase } from '@app/platform/db/open.ts'
import { freshLocation } from '@app/platform/test/fresh-database.ts'
import { expect, onTestFinished, test } from 'vitest'
import { schema } from '#compose/folders.ts'
import { useCodeHost } from '#projects/links-table.ts'
import { addRow } from '#test/add-row.ts'
import { type TestMember, useGithubServer } from '#test/code-host/github-server.ts'

const testServer = useGithubServer()

test('every link of a repository has its address over the data API, however it was made', async () => {
  const { webUrl } = testServer().github
  const member = await testServer().newMember()

  const [made] = await rest(member, 'POST', '', repository('harbour', 'tides'))
  const [renamed] = await rest(member, 'PATCH', `?id=eq.${made?.id}`, { github_repo_name: 'waves' })
  const [unlinked] = await rest(member, 'PATCH', `?id=eq.${made?.id}`, { github_repo_name: null })
  await call(member, 'rpc/create_project', {
    input_name: 'Piers',
    input_description: null,
    input_start_date: null,
    input_end_date: null,
    input_status: 'active',
    input_repo_owner: 'harbour',
    input_repo_name: 'piers',
  })
  const [byProject] = await rest(member, 'GET', '?project_name=eq.Piers')

  expect(made?.github_repo_url).toBe(`${webUrl}/harbour/tides`)
  expect(renamed?.github_repo_url).toBe(`${webUrl}/harbour/waves`)
  expect(unlinked?.github_repo_url).toBeNull()
  expect(byProject?.github_repo_url).toBe(`${webUrl}/harbour/piers`)
})

test('an address that names another owner is kept aside until the link leads elsewhere', async () => {
  const { webUrl } = testServer().github
  const member = await testServer().newMember()
  const told = 'https://github.com/harbour/tides'

  const [moved] = await rest(member, 'POST', '', {
    ...repository('mia', 'tides'),
    github_repo_url: told,
  })
  const [edited] = await rest(member, 'PATCH', `?id=eq.${moved?.id}`, { github_branch: 'dev' })
  const [repaired] = await rest(member, 'PATCH', `?id=eq.${moved?.id}`, {
    github_repo_owner: 'harbour',
  })

  expect(moved).toMatchObject({ github_repo_url: `${webUrl}/mia/tides`, former_repo_url: told })
  expect(edited).toMatchObject({ former_repo_url: told })
  expect(repaired).toMatchObject({
    github_repo_url: `${webUrl}/harbour/tides`,
    former_repo_url: null,
  })
})

test('an address without a complete repository stays as it was told', async () => {
  const member = await testServer().newMember()
  const told = 'https://github.com/harbour/tides'

  const [made] = await rest(member, 'POST', '', {
    ...repository('harbour', 'tides'),
    github_repo_owner: null,
    github_repo_url: told,
  })

  expect(made).toMatchObject({ github_repo_owner: null, github_repo_url: told })
})

test('an address of another repository, or of what can be none, is no hint', async () => {
  const member = await testServer().newMember()

  const [other] = await rest(member, 'POST', '', {
    ...repository('mia', 'waves'),
    github_repo_url: 'https://github.com/harbour/tides',
  })
  const [impossible] = await rest(member, 'POST', '', repository('mia', '../tides'))

  expect(other?.former_repo_url).toBeNull()
  expect(impossible?.github_repo_url).toBeNull()
})

test('links from before get their address, and those that were moved keep the former one', async () => {
  const location = await freshLocation()
  const before = await open(location)
  const user = await newUser(before)
  const add = (name: string, owner: string | null, url: string | null) =>
    addRow(sqlOf(before), 'bolt_projects', {
      user_id: user,
      project_name: name,
      github_repo_owner: owner,
      github_repo_name: owner && name,
      github_repo_url: url,
      updated_at: '2026-01-01T00:00:00Z',
    })
  await sqlOf(before)(UNDONE)
  await add('bare', 'mia', null)
  await add('moved', 'mia', 'https://github.com/Harbour/moved')
  await add('renamed', 'mia', 'https://github.com/mia/old')
  await add('right', 'mia', 'https://github.com/mia/right')
  await add('without', null, null)
  await before.close()

  const after = await open(location)
  const links = await sqlOf(after)(
    `select project_name, github_repo_url, former_repo_url, updated_at < '2026-02-01' as is_untouched
       from public.bolt_projects order by project_name`,
  )
  await after.close()

  expect(links.map((link) => Object.values(link))).toEqual([
    ['bare', 'https://github.com/mia/bare', null, true],
    ['moved', 'https://github.com/mia/moved', 'https://github.com/Harbour/moved', true],
    ['renamed', 'https://github.com/mia/renamed', null, true],
    ['right', 'https://github.com/mia/right', null, true],
    ['without', null, null, true],
  ])
})

test('addresses follow a code host that moves, a portion in each transaction', async () => {
  const { db, sql } = await withLinks(1201)

  await useCodeHost(db, 'https://code.example.test')

  expect(await sql(ADDRESSES)).toEqual([{ moved: 1201, left: 0 }])
  expect(
    await sql(
      'select count(*)::int as rows from public.bolt_projects group by xmin::text order by 1',
    ),
  ).toEqual([{ rows: 201 }, { rows: 500 }, { rows: 500 }])
  expect(await sql(`select from ops.app_settings where key = 'code_host_move'`)).toEqual([])
})

test('a move of the code host that was interrupted goes on at the next start', async () => {
  const { db, sql } = await withLinks(30)
  await sql(`select app.change_code_host('https://code.example.test')`)
  await sql('select app.follow_code_host(10)')
  const interrupted = await sql(ADDRESSES)

  await useCodeHost(db, 'https://code.example.test')

  expect(interrupted).toEqual([{ moved: 10, left: 20 }])
  expect(await sql(ADDRESSES)).toEqual([{ moved: 30, left: 0 }])
})

test('a server of the release before moves the code host in its own way', async () => {
  const { sql } = await withLinks(3)

  await sql(`select app.use_code_host('https://code.example.test')`)

  expect(await sql(ADDRESSES)).toEqual([{ moved: 3, left: 0 }])
})

const ADDRESSES = `
  select count(*) filter (where github_repo_url = 'https://code.example.test/mia/tides-' || bolt_project_id)::int as moved,
         count(*) filter (where github_repo_url like 'https://github.com/%')::int as left
    from public.bolt_projects`

async function withLinks(count: number) {
  const db = await open(await freshLocation())
  onTestFinished(() => db.close())
  const sql = sqlOf(db)
  await sql(
    `insert into public.bolt_projects (user_id, bolt_project_id, project_name, github_repo_owner, github_repo_name)
     select $1, n::text, 'Tide tables', 'mia', 'tides-' || n from generate_series(1, $2::int) as n`,
    [await newUser(db), count],
  )

  return { db, sql }
}

/** The state of a database that was last opened by an older release. */
const UNDONE = `do $$ begin
  drop trigger agree_repository_url on public.bolt_projects;
  drop function app.agree_repository_url, app.repository_url, app.names_repository, app.code_host_url, app.use_code_host;
  drop view app.synced_links;
  alter table public.bolt_projects drop column former_repo_url;
  delete from history.migrations where name like 'migrations/0034_%';
end $$`

const repository = (github_repo_owner: string, github_repo_name: string) => ({
  project_name: 'Tide tables',
  github_repo_owner,
  github_repo_name,
})

type Link = { id: string; github_repo_url: string | null; former_repo_url: string | null }

const rest = async (member: TestMember, method: string, query: string, body?: object) =>
  (await call(member, `bolt_projects${query}`, body, method)) as Link[]

async function call({ token }: TestMember, path: string, body?: object, method = 'POST') {
  const { urlOf, givenEnv } = testServer()
  const answer = await fetch(`${urlOf(0)}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: givenEnv.PUBLISHABLE_KEY,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(body && { body: JSON.stringify(body) }),
  })

  return answer.json()
}

type Place = Awaited<ReturnType<typeof freshLocation>>

const open = (location: Place) => openDatabase({ location, schema, clock: machineClock })

const sqlOf =
  (db: Database) =>
  async (text: string, values: unknown[] = []) =>
    (await db.ask<Record<string, unknown>>(theServer, { text, values })).rows

async function newUser(db: Database): Promise<unknown> {
  const [user] = await sqlOf(db)(
    `insert into auth.users (id, aud, role, email, raw_app_meta_data, raw_user_meta_data)
     values (gen_random_uuid(), 'authenticated', 'authenticated', 'mia@example.test', '{}', '{}') returning id`,
  )
  return user?.id
}
