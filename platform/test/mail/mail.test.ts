import { expect, test } from 'vitest'
import { type Caller, theServer } from '#db/database.ts'
import { failedMails, retryFailedMail } from '#mail/failed-mail.ts'
import { mailStats } from '#mail/mail-stats.ts'
import { mailServers, someMail } from './mail-servers.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

test('a mail arrives as its contract says: both forms, its language, and marked as automatic', async () => {
  const { mailbox, queue, startSending, rows } = await mailServers()
  await startSending()

  await queue({ to: 'ada@example.test', language: 'es' })
  await mailbox.waitFor(1)

  const [mail] = await mailbox.arrived()
  expect(mail).toMatchObject({
    to: ['ada@example.test'],
    envelopeFrom: 'no-reply@site.example',
    from: { name: 'Example', address: 'no-reply@site.example' },
    subject: 'Confirma tu dirección de correo',
    codes: ['482913'],
    problem: null,
  })
  expect(mail?.headers).toMatchObject({
    'auto-submitted': 'auto-generated',
    'content-language': 'es',
    'content-type': expect.stringContaining('multipart/alternative'),
    'message-id': (await rows())[0]?.message_id,
    to: 'ada@example.test',
  })
  expect(mail?.headers['x-mailer']).toBeUndefined()
  expect(mail?.text).toContain('482913')
  expect(mail?.html).toContain('482913')
  expect(mail?.links.every((link) => /^https:\/\/(api\.)?site\.example/.test(link))).toBe(true)
})

test('a mail is sent for a change that was made, and for no other', async () => {
  const { mailbox, outbox, queue, startSending, within } = await mailServers()
  const server = await startSending()

  const undone = within(async (sql) => {
    await outbox.queue(sql, someMail({ to: 'nobody@example.test' }))
    throw new Error('No change after all')
  })
  await expect(undone).rejects.toThrow('No change after all')
  await queue({ to: 'ada@example.test' })
  await server.drain()

  expect((await mailbox.arrived()).map(({ to }) => to)).toEqual([['ada@example.test']])
})

test('a member’s own transaction may write a mail, which the member cannot read', async () => {
  const { db, mailbox, outbox, startSending } = await mailServers()
  const server = await startSending()
  const member: Caller = { role: 'authenticated', claims: { role: 'authenticated' } }

  await db.as(member, (sql) => outbox.queue(sql, someMail()))
  await server.drain()

  expect(await mailbox.arrived()).toHaveLength(1)
  await expect(db.ask(member, { text: 'select from ops.mail_outbox' })).rejects.toThrow(
    'permission denied',
  )
})

test('for one key one mail is sent, however often it is asked for', async () => {
  const { mailbox, queue, startSending } = await mailServers()
  const server = await startSending()

  const first = await queue({ key: 'recovery:7' })
  await server.drain()
  const second = await queue({ key: 'recovery:7' })
  await server.drain()

  expect([first, second]).toEqual([true, false])
  expect(await mailbox.arrived()).toHaveLength(1)
})

test('nobody who reads the outbox can use what is in a mail, and once sent it is gone', async () => {
  const { db, queue, startSending, rows, logged } = await mailServers()
  const LONGEST_OF_NOTHING = 100
  const asText = async () =>
    JSON.stringify((await db.ask(theServer, { text: 'select * from ops.mail_outbox' })).rows)

  await queue()
  const waiting = await asText()
  const server = await startSending()
  await server.drain()

  expect(waiting).not.toMatch(/482913|token-/)
  expect(logged.join('')).not.toMatch(/482913|token-/)
  const [row] = await rows()
  expect(row?.is_sent).toBe(true)
  expect(row?.payload_sealed.length).toBeLessThan(LONGEST_OF_NOTHING)
})

test('a mail server that is down for a while delays a mail, which then arrives once', async () => {
  const { clock, mailbox, queue, startSending, rows } = await mailServers()
  const server = await startSending()
  await mailbox.close()

  await queue()
  await server.drain()
  const whileDown = await rows()
  await mailbox.reopen()
  clock.moveTo(2 * MINUTE_MS)
  await server.drain()
  clock.moveTo(DAY_MS)
  await server.drain()

  expect(whileDown).toEqual([expect.objectContaining({ is_sent: false, attempts: 1 })])
  expect(whileDown[0]?.last_error).toMatch(/ECONNREFUSED/)
  expect(await mailbox.arrived()).toHaveLength(1)
  expect(await rows()).toEqual([expect.objectContaining({ is_sent: true, last_error: null })])
})

test('a mail server that is down is not asked for every mail that waits', async () => {
  const { clock, mailbox, queue, startSending, rows } = await mailServers()
  await mailbox.close()
  for (let i = 0; i < 30; i++) await queue()

  const server = await startSending({ connections: 2 })
  await server.drain()
  const tried = (await rows()).filter(({ attempts }) => attempts > 0)
  await mailbox.reopen()
  clock.moveTo(5 * MINUTE_MS)
  await server.drain()

  expect(tried).toHaveLength(2)
  expect(await mailbox.arrived()).toHaveLength(30)
})

test('a mail that is to be tried later is, hours long, and then given up for all to see', async () => {
  const { db, clock, queue, startSending, logged } = await mailServers()
  const server = await startSending()
  const waits = [1, 5, 15, 60, 120, 240, 480]

  await queue({ to: 'defer@example.test' })
  await server.drain()
  let passed = 0
  const attempts = []
  for (const wait of waits) {
    passed += wait
    clock.moveTo(passed * MINUTE_MS + 30_000)
    await server.drain()
    attempts.push((await failedMails(db))[0]?.attempts ?? 'waiting')
  }

  expect(attempts).toEqual([...waits.slice(1).map(() => 'waiting'), 8])
  expect(await failedMails(db)).toEqual([
    expect.objectContaining({
      to_address: 'defer@example.test',
      template: 'confirmation',
      reason: expect.stringContaining('451'),
    }),
  ])
  expect(await mailStats(db)).toMatchObject({ waiting: 0, failed: 1 })
  expect(logged.filter((line) => line.includes('mail delivery failed'))).toHaveLength(1)
})

test('a mail server that takes longer than a claim lasts gets a mail once, however many servers send', async () => {
  const { queue, startSending, mailbox, rows } = await mailServers()
  await mailbox.order({ path: '/rcpt/*', latencyMs: 6_000 })
  const lease = { ms: 3_000, renewEveryMs: 200 }
  await startSending({}, lease)
  await startSending({}, lease)

  await queue()
  await expect.poll(rows, { timeout: 30_000 }).toMatchObject([{ is_sent: true }])

  expect(await rows()).toMatchObject([{ attempts: 1 }])
  expect(await mailbox.arrived()).toHaveLength(1)
})

test('an address that takes mail only at the third try gets it then, once', async () => {
  const { clock, mailbox, queue, startSending } = await mailServers()
  const server = await startSending()

  await queue({ to: 'defer+2@example.test' })
  for (const minutes of [0, 2, 10, 60]) {
    clock.moveTo(minutes * MINUTE_MS)
    await server.drain()
  }

  expect(await mailbox.arrived()).toHaveLength(1)
})

test('bad addresses leave a clear record and hold up nobody', async () => {
  const { db, mailbox, queue, startSending, rows } = await mailServers()
  const server = await startSending()
  const bad = [
    '',
    'nobody',
    'a@example.test\r\nBcc: all@example.test',
    'a\0b@example.test',
    'x'.repeat(5_000),
  ]

  for (const to of bad) await queue({ to })
  await queue({ to: 'bounce@example.test' })
  await queue({ to: 'ada@example.test' })
  await server.drain()

  expect((await mailbox.arrived()).map(({ to }) => to)).toEqual([['ada@example.test']])
  const failed = await failedMails(db)
  expect(failed.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('550'),
    ...bad.map(() => 'This is not a mail address'),
  ])
  expect((await rows()).filter(({ has_failed }) => has_failed)).toHaveLength(bad.length + 1)
})

test('a mail that was given up can be tried again when its address is mended', async () => {
  const { db, mailbox, queue, startSending } = await mailServers()
  const server = await startSending()
  await mailbox.order({ path: '/rcpt/*', status: 550 })
  await queue()
  await server.drain()
  const [failed] = await failedMails(db)

  const isTriedAgain = await retryFailedMail(db, failed?.id ?? '')
  await server.drain()

  expect(isTriedAgain).toBe(true)
  expect(await mailbox.arrived()).toHaveLength(1)
  expect(await failedMails(db)).toEqual([])
})

test('a mail server that refuses us keeps our mail waiting instead of losing it', async () => {
  const { clock, mailbox, queue, startSending, rows } = await mailServers()
  const server = await startSending()
  await mailbox.order({ path: '/connect', status: 554 })
  await mailbox.order({ path: '/mail/*', status: 550 })

  await queue()
  for (const minutes of [0, 2, 10, 60]) {
    clock.moveTo(minutes * MINUTE_MS)
    await server.drain()
  }

  expect(await mailbox.arrived()).toHaveLength(1)
  expect(await rows()).toEqual([expect.objectContaining({ is_sent: true, has_failed: false })])
})

test('no record, log or dead message repeats the mail server’s password', async () => {
  const { db, mailbox, queue, startSending, logged } = await mailServers()
  const url = new URL(mailbox.smtpUrl)
  url.username = 'gitferry'
  url.password = 'hunter2-secret'
  const server = await startSending({ url: url.href })
  await mailbox.order({ path: '/auth', times: null, status: 535 })

  await queue()
  await server.drain()

  const kept = await db.ask(theServer, { text: 'select last_error from ops.mail_outbox' })
  expect(kept.rows).toEqual([{ last_error: expect.stringContaining('535') }])
  expect(JSON.stringify(kept.rows) + logged.join('')).not.toContain('hunter2')
})

test('a mail whose key is gone is given up and holds up nobody', async () => {
  const { db, mailbox, queue, startSending } = await mailServers()
  await queue()
  await db.ask(theServer, {
    text: `update ops.mail_outbox set payload_sealed = 'enc1.lost.AAAA.AAAA.AAAA'`,
  })
  await queue({ to: 'bob@example.test' })

  const server = await startSending()
  await server.drain()

  expect((await mailbox.arrived()).map(({ to }) => to)).toEqual([['bob@example.test']])
  expect(await failedMails(db)).toHaveLength(1)
})

test('the record of a mail is kept for three months', async () => {
  const { clock, queue, startSending, rows } = await mailServers()
  const server = await startSending()
  await queue()
  await server.drain()

  clock.moveTo(89 * DAY_MS)
  await server.drain()
  const before = await rows()
  clock.moveTo(92 * DAY_MS)
  await server.drain()

  expect(before).toHaveLength(1)
  expect(await rows()).toEqual([])
})

test('a mail that waits is known by how long it does', async () => {
  const { db, clock, queue } = await mailServers()
  await queue()

  clock.moveTo(10 * MINUTE_MS)
  const { waiting, oldestWaitingS } = await mailStats(db)

  expect(waiting).toBe(1)
  expect(oldestWaitingS).toBeGreaterThanOrEqual(600)
})
