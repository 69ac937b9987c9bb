// Over both databases: the embedded engine has one connection for requests and background work.

import { expect, inject, test } from 'vitest'
import { type Database, serviceRole, theServer } from '#db/database.ts'
import { inRequest } from '#log/request-scope.ts'
import { recycledDatabase } from './recycled-database.ts'

test('a request waits for the statements that run, not for the background work that waits', async () => {
  const db = await recycledDatabase()
  await openAllConnections(db)
  const order: string[] = []
  const note = (name: string) => () => void order.push(name)
  const background = Array.from({ length: 40 }, () => ask(db).then(note('background')))

  const request = asRequest(async () => {
    for (let i = 0; i < 5; i++) await ask(db)
    note('request')()
  })
  const reading = db.ask(serviceRole, { text: 'select 1' }).then(note('data API'))
  await Promise.all([...background, request, reading])

  expect(order).toHaveLength(42)
  expect(order.indexOf('data API')).toBeLessThanOrEqual(connectionsOf(db))
  expect(order.indexOf('request')).toBeLessThanOrEqual(5 * connectionsOf(db))
})

test('background work goes on while requests never stop', async () => {
  const db = await recycledDatabase()
  let isOver = false
  const flood = Array.from({ length: 3 * connectionsOf(db) }, () =>
    asRequest(async () => {
      while (!isOver) await ask(db)
    }),
  )

  await Promise.all(Array.from({ length: 3 }, () => ask(db)))
  isOver = true
  await Promise.all(flood)

  expect(db.stats()).toMatchObject({ waiting: 0 })
})

test('what waits in the background when the connections end is told so', async () => {
  const db = await recycledDatabase()
  const failing = Array.from({ length: 30 }, () =>
    db
      .ask(theServer, { text: inject('database').kind === 'embedded' ? 'select 1' : TERMINATE })
      .then(() => 'done')
      .catch(() => 'failed'),
  )

  const settled = await Promise.all(failing)

  expect(settled).toHaveLength(30)
  expect((await ask(db)).rows).toEqual([{ one: 1 }])
})

/** A connection that is still being opened would serve what it was given long after the others. */
async function openAllConnections(db: Database): Promise<void> {
  let missing = connectionsOf(db)
  let release = () => {}
  const all = new Promise<void>((resolve) => {
    release = resolve
  })
  const one = () =>
    db.as(theServer, async (sql) => {
      await sql.query('select 1')
      missing--
      if (missing === 0) release()
      await all
    })
  await Promise.all(Array.from({ length: missing }, one))
}

/** The statement's own connection breaks. */
const TERMINATE = 'select pg_terminate_backend(pg_backend_pid())'

const ask = (db: Database) => db.ask(theServer, { text: 'select 1 as one' })

async function asRequest(work: () => Promise<void>): Promise<void> {
  await inRequest('a-request-of-the-test', work)
}

const connectionsOf = ({ connections }: Database) => connections
