// All that is held about a member with many projects, written as one file: how long it takes, and whether memory grows
// with what there is. Every byte is stored, as the job does it. Run with --expose-gc.
import { randomUUID } from 'node:crypto'
import { clock, onBoth } from './databases.js'
import { source } from './source.js'

const { theServer } = await source('platform/src/db/database.ts')
const { putFile } = await source('platform/src/files/put-file.ts')
const { writeExport } = await source('server/src/personal-data/write-export.ts')

await onBoth(async (db, name) => {
  console.log(`\n${name}`)
  for (const projects of [100, 10_000, 30_000]) {
    const userId = await memberWith(db, projects)
    const { size, seconds, peak } = await exported(db, userId)

    console.log(
      `  ${String(projects).padStart(6)} projects  ${mega(size)} MB in ${seconds.toFixed(1)} s, memory at most ${mega(peak)} MB above the start`,
    )
  }
})
process.exit(0)

async function memberWith(db, projects) {
  const userId = randomUUID()
  await db.ask(theServer, {
    text: 'insert into auth.users (id, email) values ($1, $2)',
    values: [userId, `${userId}@example.test`],
  })
  // Each brings a project and a membership with it; so many at once are within any statement's time.
  for (let done = 0; done < projects; done += 500) {
    await db.ask(theServer, {
      text: `insert into public.bolt_projects (user_id, project_name, project_description, github_repo_owner, github_repo_name)
             select $1, 'Project ' || i, repeat('words ', 40), 'member', 'project-' || i
               from generate_series(1, least(500, $2::int)) as i`,
      values: [userId, projects - done],
    })
  }

  return userId
}

async function exported(db, userId) {
  const before = await usedBytes()
  let peak = 0
  async function* watched() {
    let count = 0
    for await (const piece of writeExport(db, userId, new Date())) {
      yield piece
      if (count++ % 10 === 0) peak = Math.max(peak, (await usedBytes()) - before)
    }
  }

  const began = performance.now()
  const size = await putFile(
    { db, clock },
    {
      place: { bucketId: 'exports', name: `${userId}/all.json` },
      ownerId: userId,
      contentType: 'application/json',
      bytes: watched(),
    },
  )
  return { size, seconds: (performance.now() - began) / 1000, peak }
}

/** Buffers are freed a little after they were collected. */
async function usedBytes() {
  globalThis.gc?.()
  await new Promise((resolve) => setTimeout(resolve, 20))
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()

  return heapUsed + external
}

function mega(bytes) {
  return (bytes / 1e6).toFixed(1).padStart(5)
}
