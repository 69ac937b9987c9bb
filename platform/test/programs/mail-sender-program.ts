import { fileURLToPath } from 'node:url'
import { machineClock } from '@app/platform/clock/clock.ts'
import { theServer } from '@app/platform/db/database.ts'
import { type DatabasePlace, openDatabase } from '@app/platform/db/open.ts'
import { startJobs } from '@app/platform/jobs/start-jobs.ts'
import { openLog } from '@app/platform/log/log.ts'
import type { Letterhead } from '@app/platform/mail/letter/content.ts'
import { mailWork } from '@app/platform/mail/mail-work.ts'
import { type Mail, openOutbox } from '@app/platform/mail/outbox.ts'
import { openSmtp } from '@app/platform/mail/smtp.ts'
import { keyring } from '@app/platform/sealing/keyring.ts'
import { jobKinds } from '@app/server/jobs/job-kinds.ts'

export type MailSenderOrder = {
  place: DatabasePlace
  key: string
  head: Letterhead
  mail: Mail
  /** Without it, the mail is written and not sent. */
  smtp: { url: string; from: string } | null
}

/** Resolves when the mail is in the outbox. */
export async function writeOneMail({ place, key, head, mail, smtp }: MailSenderOrder) {
  const clock = machineClock
  const log = openLog({ level: 'silent' })
  const sqlFolder = fileURLToPath(new URL('../../../database', import.meta.url))
  const db = await openDatabase({ place, sqlFolder, clock })
  const keys = keyring([{ id: 'k1', bytes: Buffer.from(key, 'hex') }])

  const work = smtp ? mailWork({ db, clock, log, keyring: keys, smtp: openSmtp(smtp) }) : {}
  await startJobs({ db, clock, log, kinds: jobKinds, work })
  await db.as(theServer, (sql) => openOutbox({ keyring: keys, head }).queue(sql, mail))
}
