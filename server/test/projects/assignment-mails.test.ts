import { movableClock } from '@app/platform/clock/clock.ts'
import type { Person } from '@app/platform/test/test-people.ts'
import { expect, test } from 'vitest'
import { team } from '#test/team.ts'
import { startTestServer } from '#test/test-server.ts'

const HALF_DAY_MS = 12 * 60 * 60_000

test('a member who is assigned a task by another gets one mail about it, in their own language', async () => {
  const { sql, give, owner, editor, viewer, settle, mails } = await teamAtWork()
  await sql(`update public.users set language = 'es' where id = $1`, [editor.id])

  const task = await give(owner, { name: 'Caulk the hull', assignee_id: editor.id })
  await settle()
  const first = await mails()
  await give(owner, { id: task, assignee_id: viewer.id })
  await give(owner, { id: task, assignee_id: editor.id })
  // As when a deletion is undone.
  await give(owner, { name: 'Caulk the hull', assignee_id: editor.id })
  await settle()

  const toEditor = { to_address: editor.email, template: 'task_assigned', language: 'es' }
  expect(first).toEqual([toEditor])
  expect((await mails()).filter(({ to_address }) => to_address === editor.email)).toEqual([
    toEditor,
  ])
  expect(await sql('select from app.untold_assignments')).toEqual([])
})

test('no mail about one’s own assignments, withdrawn ones, or where it is switched off', async () => {
  const { db, sql, give, owner, editor, viewer, project, settle, mails } = await teamAtWork()
  await sql('update public.users set notify_team = false where id = $1', [viewer.id])

  await give(owner, { name: 'For myself', assignee_id: owner.id })
  await give(owner, { name: 'Switched off', assignee_id: viewer.id })
  await db.as(owner, async (own) => {
    await own.query(
      `insert into public.tasks (project_id, name, assignee_id) values ($1, 'Taken back', $2)`,
      [project, editor.id],
    )
    await own.query(`update public.tasks set assignee_id = null where name = 'Taken back'`)
  })
  await settle()

  expect(await mails()).toEqual([])
})

/** A team, and a server that works for it. */
async function teamAtWork() {
  // At noon, because one day's mails about one task are one.
  const clock = movableClock()
  clock.moveTo(2 * HALF_DAY_MS - ((clock.now().getTime() + HALF_DAY_MS) % (2 * HALF_DAY_MS)))
  const home = await team(clock)
  const { db, sql, asks, project } = home
  const { settle } = await startTestServer({ db, clock })

  return {
    ...home,
    settle,
    /** Creates a task, or reassigns one. */
    give: async (person: Person, { id, name, assignee_id }: Given) => {
      const [task] = id
        ? await asks<{ id: string }>(
            person,
            'update public.tasks set assignee_id = $2 where id = $1 returning id',
            [id, assignee_id],
          )
        : await asks<{ id: string }>(
            person,
            'insert into public.tasks (project_id, name, assignee_id) values ($1, $2, $3) returning id',
            [project, name, assignee_id],
          )
      return task?.id ?? ''
    },
    mails: () =>
      sql<{ to_address: string }>('select to_address, template, language from ops.mail_outbox'),
  }
}

type Given = { id?: string; name?: string; assignee_id: string }
