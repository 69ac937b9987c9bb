import { Hono } from 'hono'
import { html } from 'hono/html'
import nodemailer from 'nodemailer'
import type { Needs } from '#runtime/declaration.ts'
import { LIST, type NewsletterMemory, type Subscriber } from './memory.ts'
import { type Answer, escapeHtml, readSubmission, subscribe } from './subscribe.ts'

/** The service's public form, called by script. Always status 200. */
export function formRoutes(needs: Needs<NewsletterMemory>): Hono {
  return new Hono()
    .get('/subscribe/post-json', async (c) => {
      return c.json(await answerTo(needs, new URL(c.req.url).searchParams))
    })
    .get('/subscribe/confirm', async (c) => {
      const isFound = await confirm(needs.memory, c.req.query('id') ?? '')

      return needs.showPage(c, {
        title: 'Confirmation',
        body: isFound
          ? html`<h1>Subscription Confirmed</h1><p class="lead">Your subscription has been confirmed. You've been added to our list and will hear from us soon.</p>`
          : html`<h1>This link is no longer good</h1><p class="lead">Subscribe once more to get a new one.</p>`,
      })
    })
}

async function answerTo(
  { memory, clock, addresses, smtpUrl }: Needs<NewsletterMemory>,
  parameters: URLSearchParams,
): Promise<Answer> {
  if (parameters.get('u') !== LIST.account || parameters.get('id') !== LIST.id) {
    return { result: 'error', msg: 'Invalid form request.' }
  }

  const askToConfirm = ({ id, email }: Subscriber) => {
    const link = `${addresses.http}/subscribe/confirm?id=${id}`
    // As with the real service, the response does not wait for the mail.
    if (smtpUrl) sendConfirmation({ smtpUrl, to: email, link }).catch(() => {})
  }
  return subscribe({ memory, clock, url: addresses.http, askToConfirm }, readSubmission(parameters))
}

/** False if there is no subscriber with this id. */
const confirm = (memory: NewsletterMemory, id: string): Promise<boolean> =>
  memory.change((state) => {
    const subscriber = state.subscribers.find((one) => one.id === id)
    if (subscriber) subscriber.status = 'subscribed'
    return subscriber !== undefined
  })

type Mail = { smtpUrl: string; to: string; link: string }

const LIMIT_MS = 5_000

/** Sends the double opt-in mail. */
async function sendConfirmation({ smtpUrl, to, link }: Mail): Promise<void> {
  const transport = nodemailer.createTransport(smtpUrl, {
    from: `"${LIST.name}" <news@mailing-list.test>`,
  })
  const timer = setTimeout(() => transport.close(), LIMIT_MS)

  try {
    await transport.sendMail({
      to,
      subject: `${LIST.name}: Please Confirm Subscription`,
      text: `Please confirm your subscription to ${LIST.name}:\n\n${link}\n\nIf you received this email by mistake, simply delete it. You won't be subscribed if you don't follow the link above.`,
      html: `<h1>Please Confirm Subscription</h1>
<p><a href="${escapeHtml(link)}">Yes, subscribe me to ${escapeHtml(LIST.name)}.</a></p>
<p>If you received this email by mistake, simply delete it. You won't be subscribed if you don't follow the link above.</p>`,
    })
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}
