import { type Caller, type Database, theServer } from '@app/platform/db/database.ts'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { testPeople } from '#test/test-people.ts'
import { startTestServer } from '#test/test-server.ts'

const JWT_SECRET = 'a secret of the server that is long enough'
const MANY = 10_000

/** The queries of /dashboard and /projects, except for the columns. */
const COLUMNS =
  'select=id,project_name,github_repo_owner,github_repo_name,is_private,project:projects(id)'
const PAGE = `bolt_projects?${COLUMNS}&limit=20`
const SCREENS = {
  recent: `rpc/get_linked_projects?${COLUMNS}&order=last_sync_at.desc.nullslast,created_at.desc&limit=5`,
  statistics: 'rpc/get_dashboard_stats',
  newest: `${PAGE}&offset=0&order=created_at.desc.nullslast,id`,
  'by name, in the middle': `${PAGE}&offset=40&order=project_name,id`,
  'by sync': `${PAGE}&offset=0&order=last_sync_at.desc.nullslast,id`,
  found: `${PAGE}&offset=0&order=created_at.desc,id&or=(project_name.ilike."*1*",github_repo_name.ilike."*1*")`,
  unlinked: `rpc/get_deleted_bolt_projects?${COLUMNS}&limit=20`,
}

test('ten thousand linked projects cost a page no more than a hundred: neither statements nor rows', async () => {
  const { db, member, other } = await testPeople()
  const counted = counting(db)
  const { url } = await startTestServer({
    db: counted.db,
    env: { JWT_SECRET, PUBLISHABLE_KEY: 'sb_publishable_of_the_tests_000000000' },
  })
  await link(db, member.id, MANY)
  await link(db, other.id, 100)
  const visit = async ({ id }: { id: string }) => {
    const authorization = `Bearer ${await tokenOf(id)}`
    const costs: Record<string, { statements: number; rows: number }> = {}
    for (const [name, path] of Object.entries(SCREENS)) {
      const before = counted.statements()
      const answer = await fetch(`${url}/rest/v1/${path}`, {
        headers: { authorization, prefer: 'count=exact' },
      })
      const rows = [(await answer.json()) as unknown].flat().length
      expect([name, answer.ok]).toEqual([name, true])
      costs[name] = { statements: counted.statements() - before, rows }
    }
    return costs
  }

  const [few, many] = [await visit(other), await visit(member)]

  expect(many).toEqual(few)
  expect(Object.values(many).every(({ statements }) => statements <= 2)).toBe(true)
  expect(many).toMatchObject({ recent: { rows: 5 }, newest: { rows: 20 }, found: { rows: 20 } })
})

/** Without boards, which take time to create and which lists do not read. */
const link = (db: Database, userId: string, count: number) =>
  db.as(theServer, async (sql) => {
    await sql.query('alter table public.bolt_projects disable trigger user')
    await sql.query(
      `insert into public.bolt_projects
         (user_id, bolt_project_id, project_name, github_repo_owner, github_repo_name, last_sync_at)
       select $1, 'sb1-' || i, 'Project ' || i, 'ada', 'project-' || i,
              timestamptz '2026-01-01' + i * interval '1 minute'
         from generate_series(1, $2::integer) as i`,
      [userId, count],
    )
    await sql.query('alter table public.bolt_projects enable trigger user')
  })

/** Statements of members; the server's own are not counted. */
function counting(db: Database) {
  let statements = 0
  const count = ({ claims }: Caller, more: number) => {
    if (claims.sub !== undefined) statements += more
  }
  const counted: Database = {
    ...db,
    ask(caller, statement, options) {
      count(caller, 1)
      return db.ask(caller, statement, options)
    },
    askAll(caller, all, options) {
      count(caller, all.length)
      return db.askAll(caller, all, options)
    },
    as: (caller, work, options) =>
      db.as(
        caller,
        (sql) =>
          work({
            ...sql,
            query(text, values) {
              count(caller, 1)
              return sql.query(text, values)
            },
          }),
        options,
      ),
  }

  return { db: counted, statements: () => statements }
}

const tokenOf = (id: string) =>
  new SignJWT({ sub: id, role: 'authenticated', aal: 'aal1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1 hour')
    .sign(new TextEncoder().encode(JWT_SECRET))
