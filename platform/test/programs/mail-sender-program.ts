import { machineClock } from '#clock/clock.ts'
import { theServer } from '#db/database.ts'
import { type OpenOptions, openDatabase } from '#db/open.ts'
import { platformJobs } from '#jobs/platform-jobs.ts'
import { startJobs } from '#jobs/start-jobs.ts'
import { openLog } from '#log/log.ts'
import type { MailBrand } from '#mail/layout/content.ts'
import { mailWork } from '#mail/mail-work.ts'
import { openOutbox } from '#mail/outbox.ts'
import { openSmtp } from '#mail/smtp.ts'
import { identityMails } from '#mail/templates/identity-mails.ts'
import { keyring } from '#sealing/keyring.ts'
import type { Mail } from '#test/mail/mail-servers.ts'
import { noneOptional } from '#test/mail/none-optional.ts'

export type MailSenderOrder = Pick<OpenOptions, 'location' | 'schema'> & {
  key: string
  brand: MailBrand
  mail: Mail
  /** Without it, the mail is written and not sent. */
  smtp: { url: string; from: string } | null
}

/** Resolves when the mail is in the outbox. */
export async function writeOneMail({ key, brand, mail, smtp, ...opened }: MailSenderOrder) {
  const clock = machineClock
  const log = openLog({ level: 'silent' })
  const db = await openDatabase({ ...opened, clock })
  const keys = keyring([{ id: 'k1', bytes: Buffer.from(key, 'hex') }])

  const work = smtp
    ? mailWork({ db, clock, log, keyring: keys, smtp: openSmtp(smtp), optional: noneOptional })
    : {}
  await startJobs({ db, clock, log, kinds: platformJobs, work })
  await db.as(theServer, (sql) =>
    openOutbox({ keyring: keys, brand, templates: identityMails }).queue(sql, mail),
  )
}
