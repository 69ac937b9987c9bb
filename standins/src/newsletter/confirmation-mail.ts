import nodemailer from 'nodemailer'
import { escapeHtml } from './escape-html.ts'
import type { List } from './list.ts'

type Mail = { smtpUrl: string; list: List; to: string; link: string }

const LIMIT_MS = 5_000

/** Sends the double opt-in mail. */
export async function sendConfirmation({ smtpUrl, list, to, link }: Mail): Promise<void> {
  const transport = nodemailer.createTransport(smtpUrl, {
    from: `"${list.name}" <news@mailing-list.test>`,
  })
  const timer = setTimeout(() => transport.close(), LIMIT_MS)

  try {
    await transport.sendMail({
      to,
      subject: `${list.name}: Please Confirm Subscription`,
      text: `Please confirm your subscription to ${list.name}:\n\n${link}\n\nIf you received this email by mistake, simply delete it. You won't be subscribed if you don't follow the link above.`,
      html: `<h1>Please Confirm Subscription</h1>
<p><a href="${escapeHtml(link)}">Yes, subscribe me to ${escapeHtml(list.name)}.</a></p>
<p>If you received this email by mistake, simply delete it. You won't be subscribed if you don't follow the link above.</p>`,
    })
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}
