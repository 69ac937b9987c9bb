// A sync of 1,000 projects: statements and time, when all are new, all changed and none changed, against one project.
import { randomUUID } from 'node:crypto'
import { onBoth } from './databases.js'
import { source } from './source.js'

const { theServer } = await source('platform/src/db/database.ts')
const { syncProjects } = await source('server/src/projects/sync-projects.ts')

await onBoth(async (db, name) => {
  console.log(`\n${name}: statements, milliseconds`)
  for (const count of [1, 1000]) {
    const member = await newMember(db)
    const list = Array.from({ length: count }, (_, i) => ({
      bolt_project_id: `sb1-${i}`,
      project_name: `Project ${i}`,
      github_repo_owner: 'mia-torres',
      github_repo_name: `project-${i}`,
    }))
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
})
process.exit(0)

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
