import type { EnvironmentReader } from './environment.ts'

export type MailConfig = {
  /** null: mails stay in the outbox until an SMTP server is configured. */
  smtpUrl: string | null
  from: string
}

export function readMail(env: EnvironmentReader, siteUrl: string, title: string): MailConfig {
  const smtpUrl = env.address('SMTP_URL', '', ['smtp:', 'smtps:'])
  const host = URL.canParse(siteUrl) ? new URL(siteUrl).hostname : 'localhost'
  const from = env.text('MAIL_FROM', `${title} <no-reply@${host}>`)
  if (!/@[^\s@>]+>?$/.test(from) || /[\r\n]/.test(from)) {
    env.problem(`MAIL_FROM must hold a mail address, such as ${title} <no-reply@example.com>`)
  }

  return { smtpUrl: smtpUrl === '' ? null : smtpUrl, from }
}
