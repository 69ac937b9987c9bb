import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { Needs } from '#runtime/declaration.ts'
import { confirm } from './confirm.ts'
import { sendConfirmation } from './confirmation-mail.ts'
import { localList } from './list.ts'
import type { NewsletterMemory, Subscriber } from './memory.ts'
import { readSubmission } from './submission.ts'
import { type Answer, subscribe } from './subscribe.ts'

/** The service's public form, posted or called by script. Always status 200. */
export function formRoutes(needs: Needs<NewsletterMemory>): Hono {
  return new Hono()
    .post('/subscribe/post', async (c) => {
      const body = new URLSearchParams(await c.req.text())
      const query = new URL(c.req.url).searchParams
      const answer = await answerTo(needs, new URLSearchParams([...query, ...body]))

      return needs.showPage(c, { title: 'Subscribe', body: answerPage(answer) })
    })
    .get('/subscribe/post-json', async (c) => {
      const query = new URL(c.req.url).searchParams
      const answer = await answerTo(needs, query)
      const callback = query.get('c')

      return callback === null ? c.json(answer) : withCallback(c, callback, answer)
    })
    .get('/subscribe/confirm', async (c) => {
      const isFound = await confirm(needs, c.req.query('id') ?? '')

      return needs.showPage(c, {
        title: 'Confirmation',
        body: isFound
          ? html`<h1>Subscription Confirmed</h1><p class="lead">Your subscription has been confirmed. You've been added to our list and will hear from us soon.</p>`
          : html`<h1>This link is no longer good</h1><p class="lead">Subscribe once more to get a new one.</p>`,
      })
    })
    .get('/profile', (c) =>
      needs.showPage(c, {
        title: 'Profile',
        body: html`<h1>Update your profile</h1>
          <p class="lead">The real service lets ${c.req.query('e') ?? 'you'} change preferences here.</p>
          <p><a class="button" href="/">See all subscribers</a></p>`,
      }),
    )
}

async function answerTo(
  { memory, clock, addresses, smtpUrl }: Needs<NewsletterMemory>,
  parameters: URLSearchParams,
): Promise<Answer> {
  const list = localList
  if (parameters.get('u') !== list.account || parameters.get('id') !== list.id) {
    return { result: 'error', msg: 'Invalid form request.' }
  }

  const askToConfirm = ({ id, email }: Subscriber) => {
    const link = `${addresses.http}/subscribe/confirm?id=${id}`
    // As with the real service, the response does not wait for the mail.
    if (smtpUrl) sendConfirmation({ smtpUrl, list, to: email, link }).catch(() => {})
  }
  return subscribe(
    { memory, clock, list, url: addresses.http, askToConfirm },
    readSubmission(list, parameters),
  )
}

function withCallback(c: Context, callback: string, answer: Answer): Response {
  if (!/^[\w$.]{1,100}$/.test(callback)) return c.json({ error: 'What a callback.' }, 400)

  return c.body(`${callback}(${JSON.stringify(answer)})`, 200, {
    'content-type': 'application/javascript; charset=utf-8',
  })
}

// `msg` is the service's HTML; user input in it is already escaped.
const answerPage = ({ result, msg }: Answer) => html`
  <h1>${result === 'success' ? 'Almost there' : 'There are errors below'}</h1>
  <p class="lead">${raw(msg.replace(/^\d+ - /, ''))}</p>`
