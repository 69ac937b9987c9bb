import { randomBytes } from 'node:crypto'
import { theServer } from '@app/platform/db/database.ts'
import { mailWork } from '@app/platform/mail/mail-work.ts'
import { type Mail, openOutbox } from '@app/platform/mail/outbox.ts'
import { openSmtp, type SmtpOptions } from '@app/platform/mail/smtp.ts'
import { keyring } from '@app/platform/sealing/keyring.ts'
import { onTestFinished } from 'vitest'
import { jobKinds } from '@app/server/jobs/job-kinds.ts'
import { openPostOffice } from './test-mailbox.ts'
import { workshop } from '#test/jobs/job-servers.ts'

export const head = {
  siteName: 'Gitferry',
  siteUrl: 'https://gitferry.example',
  apiUrl: 'https://api.gitferry.example',
  supportEmail: 'help@gitferry.example',
}

/** An outbox, a mail server, and servers of ours that carry from one to the other. */
export async function mailHouse() {
  const office = await openPostOffice()
  const shop = await workshop()
  // The queue is there before anybody writes to it, as it is in the product.
  await shop.startServer(jobKinds, {})
  const keys = keyring([{ id: 'k1', bytes: randomBytes(32) }])
  const outbox = openOutbox({ keyring: keys, head })

  return {
    ...shop,
    office,
    outbox,
    keys,
    /** Writes one mail in a transaction of its own. */
    queue: (mail: Partial<Mail> = {}) => shop.within((sql) => outbox.queue(sql, someMail(mail))),
    /** A server that sends mail. */
    startSending: async (smtpOptions: Partial<SmtpOptions> = {}) => {
      const smtp = openSmtp({ url: office.smtpUrl, from: FROM, ...smtpOptions })
      onTestFinished(() => smtp.close())
      const { db, clock, log, startServer } = shop

      return startServer(jobKinds, mailWork({ db, clock, log, keyring: keys, smtp }))
    },
    rows: async () =>
      (
        await shop.db.ask<OutboxRow>(theServer, {
          text: `select to_address, attempts, last_error, sent_at is not null as is_sent, failed_at is not null as has_failed,
                        payload_sealed, message_id
                   from ops.mail_outbox order by created_at, id`,
        })
      ).rows,
  }
}

const FROM = 'Gitferry <no-reply@gitferry.example>'

export type OutboxRow = {
  to_address: string
  attempts: number
  last_error: string | null
  is_sent: boolean
  has_failed: boolean
  payload_sealed: string
  message_id: string | null
}

let count = 0

/** A sign-up's confirmation, unless told otherwise. */
export function someMail(more: Partial<Mail> = {}): Mail {
  count += 1

  return {
    template: 'confirmation',
    params: {
      link: { on: 'api', path: '/auth/v1/verify', query: { token: `token-${count}` } },
      code: '482913',
      validForS: 3600,
    },
    to: 'ada@example.test',
    language: 'en',
    key: `confirmation:${count}`,
    ...more,
  } as Mail
}
