import { expect, test } from 'vitest'
import { rights, table } from './rights.ts'
import { testPeople } from './test-people.ts'

const COLUMNS = 'user_id, bolt_project_id, repo_owner, repo_name, branch, commit_sha, differs'
const KEY = 'user_id, bolt_project_id, repo_owner, repo_name, branch'
const SHA = 'a'.repeat(40)

/** As the data API writes an upsert. */
const UPSERT = `
  insert into public.sync_bases (${COLUMNS}) values ($1, 'sb1-a', $2, $3, 'main', $4, $5)
  on conflict (${KEY}) do update
     set user_id = excluded.user_id, bolt_project_id = excluded.bolt_project_id, repo_owner = excluded.repo_owner,
         repo_name = excluded.repo_name, branch = excluded.branch, commit_sha = excluded.commit_sha,
         differs = excluded.differs
  returning commit_sha`

const values = (id: string, more: { owner?: string; sha?: string; differs?: unknown } = {}) => [
  id,
  more.owner ?? 'ada',
  'tides',
  more.sha ?? SHA,
  JSON.stringify(more.differs ?? {}),
]

test('what was synced last is seen and written by its member only', async () => {
  const { db, sql, visitor, member, other, admin, service } = await testPeople()
  await sql(UPSERT, values(member.id))

  const found = await rights(
    db,
    { visitor, member, other, admin, service },
    {
      select: { text: 'select * from public.sync_bases' },
      upsert: { text: UPSERT, values: values(member.id) },
      update: { text: `update public.sync_bases set commit_sha = repeat('b', 40)` },
      'give-away': { text: `update public.sync_bases set user_id = '${other.id}'` },
      delete: { text: 'delete from public.sync_bases' },
    },
  )

  expect(found).toBe(
    table(`
               select   upsert   update   give-away  delete
      visitor  refused  refused  refused  refused    refused
      member   allowed  allowed  allowed  refused    allowed
      other    nothing  refused  nothing  nothing    nothing
      admin    nothing  refused  nothing  nothing    nothing
      service  allowed  allowed  allowed  allowed    allowed
    `),
  )
})

test('a second push replaces what is known of the branch', async () => {
  const { asks, member } = await testPeople()

  await asks(member, UPSERT, values(member.id))
  const [second] = await asks(member, UPSERT, values(member.id, { sha: 'c'.repeat(40) }))
  const rows = await asks(member, 'select commit_sha from public.sync_bases')

  expect(second).toEqual({ commit_sha: 'c'.repeat(40) })
  expect(rows).toEqual([{ commit_sha: 'c'.repeat(40) }])
})

test.each([
  ['a name in capitals', { owner: 'Ada' }, '23514'],
  ['no commit', { sha: 'main' }, '23514'],
  ['a list', { differs: [] }, '23514'],
  ['over 256 KB', { differs: { a: 'x'.repeat(262_144) } }, '23514'],
])('%s is refused', async (_name, more, code) => {
  const { asks, member } = await testPeople()

  await expect(asks(member, UPSERT, values(member.id, more))).rejects.toMatchObject({ code })
})

test('one call writes 20 rows at most', async () => {
  const { asks, member } = await testPeople()
  const many = (count: number) =>
    asks(
      member,
      `insert into public.sync_bases (${COLUMNS})
       select $1, 'sb1-' || n, 'ada', 'tides', 'main', repeat('a', 40), '{}' from generate_series(1, $2::int) as n`,
      [member.id, count],
    )

  await expect(many(21)).rejects.toMatchObject({ code: 'PGRST' })
  await expect(many(20)).resolves.toEqual([])
})
