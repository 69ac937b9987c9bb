import { randomBytes } from 'node:crypto'
import { movableClock } from '@app/platform/clock/clock.ts'
import { type DatabasePlace, openDatabase } from '@app/platform/db/open.ts'
import { startJobs } from '@app/platform/jobs/start-jobs.ts'
import { openLog } from '@app/platform/log/log.ts'
import { lookForMail, mailWork } from '@app/platform/mail/mail-work.ts'
import { openSmtp } from '@app/platform/mail/smtp.ts'
import { keyring } from '@app/platform/sealing/keyring.ts'
import { expect, onTestFinished, test } from 'vitest'
import { jobKinds } from '@app/server/jobs/job-kinds.ts'
import { SQL_FOLDER } from '#test/databases/folders.ts'
import { runMailSender } from '#test/programs/run-mail-sender.ts'
import { freshPlace } from '#test/fresh-database.ts'
import { head, someMail } from './mail-servers.ts'
import { openPostOffice } from './test-mailbox.ts'

const from = 'Gitferry <no-reply@gitferry.example>'
const LEASE_MS = 10 * 60_000

test('a server killed between writing a mail and sending it leaves it to the next, which sends it once', async () => {
  const office = await openPostOffice()
  const place = await freshPlace()
  const key = randomBytes(32).toString('hex')
  const program = await runMailSender({ place, key, head, mail: someMail(), smtp: null })

  await program.kill()
  const server = await startSending(place, key, office.smtpUrl)
  await server.jobs.drain()
  server.clock.moveTo(2 * LEASE_MS)
  await server.jobs.drain()

  expect(await office.arrived()).toHaveLength(1)
})

test('a server killed in the middle of sending leaves the mail to the next, once nobody else can be sending it', async () => {
  const office = await openPostOffice()
  const place = await freshPlace()
  const key = randomBytes(32).toString('hex')
  await office.order({ path: '/rcpt/*', latencyMs: 10_000 })
  const smtp = { url: office.smtpUrl, from }
  const program = await runMailSender({ place, key, head, mail: someMail(), smtp })
  await expect
    .poll(() => office.steps(), { timeout: 8_000 })
    .toContain('/mail/no-reply@gitferry.example')

  await program.kill()
  const server = await startSending(place, key, office.smtpUrl)
  await server.jobs.drain()
  const tooEarly = await office.arrived()
  server.clock.moveTo(LEASE_MS + 1_000)
  await server.jobs.drain()

  expect(tooEarly).toEqual([])
  expect(await office.arrived()).toHaveLength(1)
})

async function startSending(place: DatabasePlace, key: string, smtpUrl: string) {
  const clock = movableClock()
  const log = openLog({ level: 'silent' })
  const db = await openDatabase({ place, sqlFolder: SQL_FOLDER, clock })
  const smtp = openSmtp({ url: smtpUrl, from })
  const keys = keyring([{ id: 'k1', bytes: Buffer.from(key, 'hex') }])
  const work = mailWork({ db, clock, log, keyring: keys, smtp })
  const jobs = await startJobs({ db, clock, log, kinds: jobKinds, work })
  onTestFinished(async () => {
    await jobs.stop(0)
    smtp.close()
    await db.close()
  })
  await lookForMail(db)

  return { jobs, clock }
}
