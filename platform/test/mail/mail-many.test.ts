import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { type Database, theServer } from '#db/database.ts'
import { mailServers, someMail } from './mail-servers.ts'

const MEGABYTE = 1024 * 1024
const MINUTE_MS = 60_000
const BATCH = 20

test('of two servers, each mail is sent by one', async () => {
  const { mailbox, outbox, within, startSending } = await mailServers()
  const servers = [await startSending(), await startSending()]
  const addresses = Array.from({ length: 3 * BATCH }, (_, i) => `member-${i}@example.test`)

  await within(async (sql) => {
    for (const to of addresses) await outbox.queue(sql, someMail({ to }))
  })
  await Promise.all(servers.map((server) => server.drain()))
  await mailbox.waitFor(addresses.length)

  const arrived = (await mailbox.arrived()).flatMap(({ to }) => to)
  expect(arrived.toSorted()).toEqual(addresses.toSorted())
})

test('hundreds of mails are sent in the order of their age, and memory stays flat', async () => {
  const { db, mailbox, outbox, within, startSending } = await mailServers()
  // The first takes its time, so that there is a moment to look at what was taken with it.
  const addresses = ['slow+500@example.test']
  for (let i = 1; i < 10 * BATCH; i++) addresses.push(`member-${i}@example.test`)
  await within(async (sql) => {
    for (const to of addresses) await outbox.queue(sql, someMail({ to }))
  })
  const before = heapAfterCollecting()

  const server = await startSending({ connections: 1 })
  await expect.poll(() => claimed(db)).toBeGreaterThan(0)
  const taken = await claimed(db)
  await server.drain()

  const grown = heapAfterCollecting() - before
  expect((await mailbox.arrived()).flatMap(({ to }) => to)).toEqual(addresses)
  expect(taken).toBe(BATCH)
  // The mailbox, in this same process, keeps a line about each mail.
  expect(grown).toBeLessThan(4 * MEGABYTE)
}, 120_000)

test('a slow address holds up only itself', async () => {
  const { mailbox, outbox, within, startSending } = await mailServers()
  const server = await startSending({ connections: 2 })
  const quick = Array.from({ length: 5 }, (_, i) => `quick-${i}@example.test`)

  await within(async (sql) => {
    await outbox.queue(sql, someMail({ to: 'slow+3000@example.test' }))
    for (const to of quick) await outbox.queue(sql, someMail({ to }))
  })
  await server.drain()

  const arrived = (await mailbox.arrived()).flatMap(({ to }) => to)
  expect(arrived).toHaveLength(6)
  expect(arrived.at(-1)).toBe('slow+3000@example.test')
})

test('a mail whose receipt was lost on the way is sent again under the same Message-ID', async () => {
  const { clock, mailbox, queue, startSending } = await mailServers()
  const server = await startSending()
  await mailbox.order({ path: '/data', drop: 'after' })

  await queue()
  await server.drain()
  const once = await mailbox.arrived()
  clock.moveTo(2 * MINUTE_MS)
  await server.drain()

  const ids = (await mailbox.arrived()).map(({ headers }) => headers['message-id'])
  expect(once).toHaveLength(1)
  expect(ids).toEqual([ids[0], ids[0]])
})

async function claimed(db: Database): Promise<number> {
  const { rows } = await db.ask<{ n: number }>(theServer, {
    text: 'select count(*)::int as n from ops.mail_outbox where attempts > 0 and sent_at is null',
  })

  return rows[0]?.n ?? 0
}

function heapAfterCollecting(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()

  return process.memoryUsage().heapUsed
}
