import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { theServer } from '#db/database.ts'
import { platformJobs } from '#jobs/platform-jobs.ts'
import type { Lease } from '#mail/batches.ts'
import type { OptionalMails } from '#mail/deliver-one.ts'
import type { MailBrand } from '#mail/layout/content.ts'
import type { Templates } from '#mail/layout/message.ts'
import { mailWork } from '#mail/mail-work.ts'
import { type MailOf, openOutbox } from '#mail/outbox.ts'
import { openSmtp, type SmtpOptions } from '#mail/smtp.ts'
import { type IdentityMails, identityMails } from '#mail/templates/identity-mails.ts'
import { keyring } from '#sealing/keyring.ts'
import { jobServers } from '#test/jobs/job-servers.ts'
import { noneOptional } from './none-optional.ts'
import { openTestMailbox } from './test-mailbox.ts'

export type Mail = MailOf<IdentityMails>

/** For templates of the test. */
type AnyMail = { template: string; params: object; to: string; key: string }

export const brand: MailBrand = {
  siteName: 'Example',
  siteUrl: 'https://site.example',
  apiUrl: 'https://api.site.example',
  supportEmail: 'help@site.example',
  pages: { signIn: '/login', recovery: '/recover', security: '/security', mailSettings: '/mails' },
}

type More = { templates?: Templates; optional?: OptionalMails }

/** An outbox, an SMTP server and servers that deliver; with templates besides identity's. */
export async function mailServers({ templates = {}, optional = noneOptional }: More = {}) {
  const mailbox = await openTestMailbox()
  const servers = await jobServers()
  // The queue exists before the first mail, as in the product.
  await servers.startServer(platformJobs, {})
  const keys = keyring([{ id: 'k1', bytes: randomBytes(32) }])
  const outbox = openOutbox({ keyring: keys, brand, templates: { ...identityMails, ...templates } })

  return {
    ...servers,
    mailbox,
    outbox,
    keys,
    /** Writes one mail in a transaction of its own. */
    queue: (mail: Partial<Mail> | AnyMail = {}) =>
      servers.within((sql) => outbox.queue(sql, someMail(mail))),
    /** A server that sends mail. */
    startSending: async (smtpOptions: Partial<SmtpOptions> = {}, lease?: Lease) => {
      const smtp = openSmtp({ url: mailbox.smtpUrl, from: FROM, ...smtpOptions })
      onTestFinished(() => smtp.close())
      const { db, clock, log, startServer } = servers

      const delivery = { db, clock, log, keyring: keys, smtp, optional, ...(lease && { lease }) }
      return startServer(platformJobs, mailWork(delivery))
    },
    rows: async () =>
      (
        await servers.db.ask<OutboxRow>(theServer, {
          text: `select to_address, attempts, last_error, sent_at is not null as is_sent, failed_at is not null as has_failed,
                        payload_sealed, message_id
                   from ops.mail_outbox order by created_at, id`,
        })
      ).rows,
  }
}

const FROM = 'Example <no-reply@site.example>'

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
export function someMail(more: Partial<Mail> | AnyMail = {}): Mail {
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
