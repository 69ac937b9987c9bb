import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { schema } from '#compose/folders.ts'
import { testPeople } from './test-people.ts'

test('row 94: events that were kept under a delivery id are known by their body after the migration', async () => {
  const { db, sql } = await testPeople()
  const migration = readFileSync(join(schema.migrations ?? '', '0029_events_by_body.sql'), 'utf8')
  const push = JSON.stringify({ ref: 'ä', sender: { id: 42 } })
  for (const [digest, body, done] of [
    ['delivery-1', push, false],
    ['delivery-2', push, true],
    ['delivery-3', 'no json {', true],
    ['delivery-4', '{"sender":{"id":"x"}}', true],
  ]) {
    await sql(
      `insert into ops.webhook_events (provider, digest, event_name, body, processed_at)
       values ('github', $1, 'push', $2, case when $3 then now() end)`,
      [digest, body, done],
    )
  }

  // Later migrations are in the schema already.
  await db.script(migration.slice(0, migration.indexOf('create index')))

  const rows = await sql(
    'select digest, object_id, processed_at is not null as done from ops.webhook_events order by body',
  )
  expect(rows).toHaveLength(3)
  expect(rows).toEqual(
    expect.arrayContaining([
      { digest: digestOf(push), object_id: '42', done: true },
      { digest: digestOf('no json {'), object_id: null, done: true },
      { digest: digestOf('{"sender":{"id":"x"}}'), object_id: null, done: true },
    ]),
  )
})

const digestOf = (body: string) => createHash('sha256').update(body).digest('hex')
