// Over both databases: numbers are given to many requests at once.

import { theServer } from '@app/platform/db/database.ts'
import { expect, test } from 'vitest'
import { addRow } from '#test/add-row.ts'
import { rights, table } from '#test/rights.ts'
import { team } from '#test/team.ts'

const ADD = `insert into public.tasks (project_id, name) values ($1, 'Sail') returning number`

test('tasks are numbered within their project, and a number is never given twice', async () => {
  const { asks, sql, project, owner, editor } = await team()
  const other = await addRow(sql, 'projects', { owner_id: owner.id, name: 'Raft' })

  expect(await asks(owner, ADD, [project])).toEqual([{ number: 1 }])
  expect(await asks(editor, ADD, [project])).toEqual([{ number: 2 }])
  expect(await asks(owner, ADD, [other])).toEqual([{ number: 1 }])
  await asks(owner, 'delete from public.tasks where project_id = $1 and number = 2', [project])
  expect(await asks(owner, ADD, [project])).toEqual([{ number: 3 }])
})

test('a task that is put back keeps its number, and nobody chooses one ahead', async () => {
  const { asks, project, owner } = await team()
  const add = `insert into public.tasks (project_id, name, number) values ($1, 'Sail', $2) returning number`
  await asks(owner, ADD, [project])
  await asks(owner, ADD, [project])
  await asks(owner, 'delete from public.tasks where number = 1')

  expect(await asks(owner, add, [project, 1])).toEqual([{ number: 1 }])
  expect(await asks(owner, add, [project, 500])).toEqual([{ number: 3 }])
  expect(await asks(owner, add, [project, -1])).toEqual([{ number: 4 }])
  await expect(asks(owner, add, [project, 2])).rejects.toMatchObject({ code: '23505' })
})

test('tasks that are added at the same time get different numbers', async () => {
  const { asks, project, owner, editor } = await team()
  const people = Array.from({ length: 12 }, (_, i) => (i % 2 ? owner : editor))

  const added = await Promise.all(
    people.map((person) => asks<{ number: number }>(person, ADD, [project])),
  )

  const numbers = added.map(([task]) => task?.number ?? 0)
  expect(numbers.toSorted((a, b) => a - b)).toEqual(people.map((_, i) => i + 1))
})

test('a number cannot be changed, and the counter is out of reach', async () => {
  const { db, callers, project, asks, owner } = await team()
  await asks(owner, ADD, [project])

  const found = await rights(db, callers, {
    renumber: { text: 'update public.tasks set number = 7' },
    describe: { text: `update public.tasks set description = 'Slowly'` },
    'read-counter': { text: 'select from app.task_numbers' },
    count: { text: `update app.task_numbers set last = 99` },
  })

  expect(found).toBe(
    table(`
               renumber  describe  read-counter  count
      visitor  refused   refused   refused       refused
      owner    refused   allowed   refused       refused
      editor   refused   allowed   refused       refused
      viewer   refused   nothing   refused       refused
      other    refused   nothing   refused       refused
      admin    refused   nothing   refused       refused
      service  allowed   allowed   refused       refused
    `),
  )
})

test('who may not see a project does not learn from its tasks whether it exists', async () => {
  const { asks, project, callers } = await team()

  for (const id of [project, crypto.randomUUID()]) {
    await expect(asks(callers.other, ADD, [id])).rejects.toMatchObject({ code: '42501' })
  }
})

test('adding a task does not make its project look edited', async () => {
  const { asks, db, project, owner } = await team()
  const version = {
    text: 'select updated_at from public.projects where id = $1',
    values: [project],
  }
  const before = await db.ask(theServer, version)

  await asks(owner, ADD, [project])

  expect((await db.ask(theServer, version)).rows).toEqual(before.rows)
})

test('a description has a limit', async () => {
  const { asks, project, owner } = await team()
  const add = `insert into public.tasks (project_id, name, description) values ($1, 'Sail', $2) returning char_length(description) as length`

  expect(await asks(owner, add, [project, 'x'.repeat(10_000)])).toEqual([{ length: 10_000 }])
  await expect(asks(owner, add, [project, 'x'.repeat(10_001)])).rejects.toMatchObject({
    code: '23514',
  })
})
