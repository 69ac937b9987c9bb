import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { type TestMember, useGithubServer } from '#test/code-host/github-server.ts'
import '@app/platform/test/databases/given.ts'

const CALLS = 30
/** One that tries, and ten that wait. */
const IN_LINE = 11

const testServer = useGithubServer({ servers: 2 })

test('syncs of a member whom another server syncs hold no connection and get 409', async () => {
  const { sql, urlOf } = testServer()
  const [member, other] = [await testServer().newMember(), await testServer().newMember()]
  const [{ database = '' } = {}] = await sql<{ database: string }>(
    'select current_database() as database',
  )
  const holder = await holdLinksOf(member.id, database)

  let ended = 0
  const blocked = Promise.all(
    Array.from({ length: CALLS }, (_, i) => sync(member, i % 2).finally(() => ended++)),
  )
  const meanwhile = await Promise.all([
    sync(other, 0).then(({ status }) => status),
    sync(other, 1).then(({ status }) => status),
    fetch(`${urlOf(0)}/readyz`).then(({ status }) => status),
  ])
  // Calls that find too many waiting, and the first one that waited in vain.
  await expect.poll(() => ended, { timeout: 30_000 }).toBeGreaterThan(CALLS - IN_LINE)
  await holder.end()
  const answers = await blocked
  const refused = answers.filter(({ status }) => status !== 200)

  expect(meanwhile).toEqual([200, 200, 200])
  expect(refused.length).toBeGreaterThan(CALLS - IN_LINE)
  for (const { status, headers, body } of refused) {
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(headers.get('retry-after')).toBe('2')
  }
  expect((await sync(member, 0)).status).toBe(200)
})

const sync = ({ token }: TestMember, server: number) =>
  testServer().call('sync-bolt-projects', token, {
    server,
    body: {
      localProjects: [{ bolt_project_id: 'sb1-a', project_name: 'A' }],
      conflictResolution: 'auto-resolve',
    },
  })

/** As another server does in the middle of its sync. */
async function holdLinksOf(userId: string, database: string) {
  const given = inject('database')
  if (given.kind !== 'postgres') throw new Error('This needs a PostgreSQL server')
  const url = new URL(given.url)
  url.pathname = `/${database}`
  const client = new pg.Client(url.href)
  await client.connect()
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `links of ${userId}`,
  ])

  return client
}
