// Over both databases: mails are sent by jobs, and a killed one comes back.

import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { type DatabaseLocation, openDatabase } from '#db/open.ts'
import { platformJobs } from '#jobs/platform-jobs.ts'
import { startJobs } from '#jobs/start-jobs.ts'
import { openLog } from '#log/log.ts'
import { mailWork, queueMailDelivery } from '#mail/mail-work.ts'
import { openSmtp } from '#mail/smtp.ts'
import { keyring } from '#sealing/keyring.ts'
import { schema } from '#test/databases/folders.ts'
import { freshLocation } from '#test/fresh-database.ts'
import { runMailSender } from '#test/programs/run-background.ts'
import { brand, someMail } from './mail-servers.ts'
import { noneOptional } from './none-optional.ts'
import { openTestMailbox } from './test-mailbox.ts'

const from = 'Gitferry <no-reply@gitferry.example>'
const LEASE_MS = 30_000
const MINUTE_MS = 60_000

test('a server killed between writing a mail and sending it leaves it to the next, which sends it once', async () => {
  const mailbox = await openTestMailbox()
  const location = await freshLocation()
  const key = randomBytes(32).toString('hex')
  const program = await runMailSender({
    location,
    schema,
    key,
    brand,
    mail: someMail(),
    smtp: null,
  })

  await program.kill()
  const server = await startSending(location, key, mailbox.smtpUrl)
  await server.jobs.drain()
  server.clock.moveTo(2 * LEASE_MS)
  await server.jobs.drain()

  expect(await mailbox.arrived()).toHaveLength(1)
})

test('a server killed in the middle of sending leaves the mail to the next, which sends it within a minute', async () => {
  const mailbox = await openTestMailbox()
  const location = await freshLocation()
  const key = randomBytes(32).toString('hex')
  await mailbox.order({ path: '/rcpt/*', latencyMs: 10_000 })
  const smtp = { url: mailbox.smtpUrl, from }
  const program = await runMailSender({ location, schema, key, brand, mail: someMail(), smtp })
  await expect
    .poll(() => mailbox.steps(), { timeout: 8_000 })
    .toContain('/mail/no-reply@gitferry.example')

  await program.kill()
  const server = await startSending(location, key, mailbox.smtpUrl)
  await server.jobs.drain()
  const tooEarly = await mailbox.arrived()
  server.clock.moveTo(MINUTE_MS)
  await server.jobs.drain()

  expect(tooEarly).toEqual([])
  expect(await mailbox.arrived()).toHaveLength(1)
})

async function startSending(location: DatabaseLocation, key: string, smtpUrl: string) {
  const clock = movableClock()
  const log = openLog({ level: 'silent' })
  const db = await openDatabase({ location, schema, clock })
  const smtp = openSmtp({ url: smtpUrl, from })
  const keys = keyring([{ id: 'k1', bytes: Buffer.from(key, 'hex') }])
  const work = mailWork({ db, clock, log, keyring: keys, smtp, optional: noneOptional })
  const jobs = await startJobs({ db, clock, log, kinds: platformJobs, work })
  onTestFinished(async () => {
    await jobs.stop(0)
    smtp.close()
    await db.close()
  })
  await jobs.begin()
  await queueMailDelivery(db)

  return { jobs, clock }
}
