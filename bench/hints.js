// What hints to open pages add to a write: a task moved by its member, and a history entry of a project with ten members, with the
// triggers and without them, in turns. `no server`: nobody can listen.
import { onBoth } from './databases.js'
import { source } from './source.js'

const { theServer } = await source('platform/src/db/database.ts')

const TURNS = 60
const WRITES = 10
const MEMBERS = 10

await onBoth(async (db, name) => {
  const run = (text, values = []) => db.ask(theServer, { text, values })
  const writes = await prepareWrites(db, run)

  for (const [what, write] of Object.entries(writes)) {
    const times = { without: [], none: [], registered: [] }
    for (let turn = 0; turn < TURNS; turn++) {
      for (const kind of Object.keys(times)) {
        await setTriggers(run, kind === 'without' ? 'disable' : 'enable')
        await run('delete from realtime_private.servers')
        if (kind === 'registered') {
          await run('insert into realtime_private.servers (id) values (gen_random_uuid())')
        }
        const began = performance.now()
        for (let i = 0; i < WRITES; i++) await write(i)
        times[kind].push(((performance.now() - began) / WRITES) * 1000)
      }
    }
    // The best turns, because other work on the machine only adds to them.
    const best = (kind) => Math.min(...times[kind])
    const added = (kind) => `+${(best(kind) - best('without')).toFixed(0)} µs`
    console.log(
      `${name}, ${what}: ${best('without').toFixed(0)} µs; no server ${added('none')}; with one ${added('registered')}`,
    )
  }
})
process.exit(0)

/** Each changes one row. */
async function prepareWrites(db, run) {
  const people = Array.from({ length: MEMBERS }, () => crypto.randomUUID())
  const [owner, ...others] = people
  for (const id of people) {
    await run(
      `insert into auth.users (id, aud, role, email, email_confirmed_at) values ($1, 'authenticated', 'authenticated', $2, now())`,
      [id, `${id}@example.test`],
    )
  }
  const made = await run(
    `insert into public.projects (owner_id, name) values ($1, 'Ferry') returning id`,
    [owner],
  )
  const project = made.rows[0].id
  await run(
    'insert into public.project_members (project_id, user_id) select $1, unnest($2::uuid[])',
    [project, others],
  )
  const added = await run(
    `insert into public.tasks (project_id, name, position) select $1, n::text, n * 1024 from generate_series(1, 50) as n returning id`,
    [project],
  )
  const claims = { sub: owner, role: 'authenticated', aal: 'aal1' }

  return {
    'a task moved': (i) =>
      db.ask(
        { role: 'authenticated', claims },
        {
          text: 'update public.tasks set status = $2 where id = $1',
          values: [added.rows[0].id, i % 2 ? 'todo' : 'inProgress'],
        },
      ),
    'a history entry, ten members': () =>
      run(
        `insert into public.sync_events (user_id, project_id, direction, result) values ($1, $2, 'outward', 'updated')`,
        [owner, project],
      ),
  }
}

async function setTriggers(run, state) {
  for (const trigger of ['hint_added', 'hint_changed', 'hint_removed']) {
    await run(`alter table public.tasks ${state} trigger ${trigger}`)
  }
  await run(`alter table public.sync_events ${state} trigger hint_added`)
}
