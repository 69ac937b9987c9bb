// A sync of 1,000 projects: statements and time, when all are new, all changed and none changed, against one project.
// Then what every member with ten projects sends each five minutes: an unchanged list, by CPU time and rows written.
import { randomUUID } from 'node:crypto'
import { onBoth } from './databases.js'
import { cpuMsOf } from './processes.js'
import { source } from './source.js'

const { theServer } = await source('platform/src/db/database.ts')
const { syncProjects } = await source('server/src/projects/sync-projects.ts')

const WARM_UP = 300
const ROUNDS = 2000

await onBoth(async (db, name) => {
  console.log(`\n${name}: statements, milliseconds`)
  for (const count of [1, 1000]) {
    const member = await newMember(db)
    const list = projects(count)
    const changed = list.map((one) => ({ ...one, github_branch: 'dev' }))

    for (const [what, localProjects] of [
      ['new', list],
      ['changed', changed],
      ['unchanged', changed],
    ]) {
      const counted = counting(db)
      const began = performance.now()
      await syncProjects(counted, member, {
        localProjects,
        lastSync: null,
        strategy: 'auto-resolve',
      })
      const ms = performance.now() - began
      const title = `${count} ${what}`.padEnd(18)
      console.log(
        `  ${title} ${String(counted.statements).padStart(3)} ${ms.toFixed(0).padStart(7)}`,
      )
    }
  }
  await measureUnchanged(db)
})
process.exit(0)

/** Our CPU time and the database's; the embedded one runs in our process. */
async function measureUnchanged(db) {
  const member = await newMember(db)
  const localProjects = projects(10)
  const counted = counting(db)
  const sync = (lastSync = new Date()) =>
    syncProjects(counted, member, { localProjects, lastSync, strategy: 'auto-resolve' })
  await sync(null)
  for (let i = 0; i < WARM_UP; i++) await sync()
  counted.statements = 0
  const before = await written(db, member)
  const backend = await backendOf(db)
  const began = { ours: process.cpuUsage(), database: cpuMsOf(backend) }

  for (let i = 0; i < ROUNDS; i++) await sync()

  const { user, system } = process.cpuUsage(began.ours)
  const after = await written(db, member)
  const perSync = (ms) => (ms / ROUNDS).toFixed(2)
  console.log(
    `  10 unchanged: ${counted.statements / ROUNDS} statements, ` +
      `${after.filter((version, i) => version !== before[i]).length} rows of bolt_projects written, ` +
      `CPU ${perSync((user + system) / 1000)} ms ours` +
      (backend ? `, ${perSync(cpuMsOf(backend) - began.database)} ms PostgreSQL's` : ''),
  )
}

async function written(db, { id }) {
  const { rows } = await db.ask(theServer, {
    text: 'select ctid::text, xmin::text from public.bolt_projects where user_id = $1 order by id',
    values: [id],
  })

  return rows.map(({ ctid, xmin }) => `${ctid} ${xmin}`)
}

/** Calls one after the other use one connection of the pool, and so one process of PostgreSQL. */
async function backendOf(db) {
  if (db.kind === 'embedded') return null
  const { rows } = await db.ask(theServer, { text: 'select pg_backend_pid() as pid' })

  return rows[0].pid
}

function projects(count) {
  return Array.from({ length: count }, (_, i) => ({
    bolt_project_id: `sb1-${i}`,
    project_name: `Project ${i}`,
    github_repo_owner: 'mia-torres',
    github_repo_name: `project-${i}`,
  }))
}

async function newMember(db) {
  const id = randomUUID()
  await db.ask(theServer, {
    text: `insert into auth.users (id, aud, role, email) values ($1, 'authenticated', 'authenticated', $2)`,
    values: [id, `${id}@example.test`],
  })

  return { id }
}

function counting(db) {
  const counted = {
    statements: 0,
    db: {
      ...db,
      askAll: (caller, all, options) => {
        counted.statements += all.length
        return db.askAll(caller, all, options)
      },
      as: (caller, work, options) =>
        db.as(
          caller,
          (sql) =>
            work({
              query: (text, values) => {
                counted.statements += 1
                return sql.query(text, values)
              },
            }),
          options,
        ),
    },
  }

  return counted
}
