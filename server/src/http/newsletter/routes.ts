import {
  type NewsletterOutcome,
  type NewsletterReply,
  OUTCOME_PARAMETER,
} from '@app/contract/newsletter-answers'
import { AppError } from '@app/platform/errors/app-error.ts'
import type { RequestContext } from '@app/platform/http/frame/context.ts'
import { type Context, Hono } from 'hono'
import { type Newsletter, subscribe } from '#newsletter/subscribe.ts'
import type { Outcome } from '#newsletter/understand-answer.ts'
import { isJson, readForm } from './read-form.ts'

const STATUS: Record<NewsletterOutcome, 200 | 202 | 400 | 422 | 429 | 503> = {
  subscribed: 200,
  confirm: 200,
  kept: 202,
  already: 422,
  email_missing: 400,
  email_invalid: 400,
  email_fake: 422,
  preference_missing: 400,
  field_invalid: 422,
  throttled: 429,
  refused: 422,
  unavailable: 503,
}

/** The landing page's form: answers JSON to scripts and a redirect to plain forms. */
export function newsletterRoutes(newsletter: Newsletter) {
  return new Hono<RequestContext>().post('/newsletter', async (c) => {
    // Pages of other sites must not subscribe addresses through their visitors.
    if (c.req.header('sec-fetch-site') === 'cross-site') {
      throw new AppError('bad_request', 403, 'This form belongs to another page')
    }
    const outcome = await answerTo(newsletter, c)
    c.header('cache-control', 'no-store')

    return wantsJson(c)
      ? c.json(replyOf(outcome), STATUS[outcome.code])
      : c.redirect(`/?${OUTCOME_PARAMETER}=${outcome.code}#newsletter`, 303)
  })
}

async function answerTo(newsletter: Newsletter, c: Context<RequestContext>): Promise<Outcome> {
  const input = await readForm(c.req.raw, c.env.incoming.clientAddress)
  if (!input) return { code: 'field_invalid', words: 'Please check what you entered.', field: null }

  try {
    return await subscribe(newsletter, input)
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 429) throw error
    c.header('retry-after', String(error.retryAfterS ?? 60))
    return { code: 'throttled', words: 'Too many attempts. Please try again later.', field: null }
  }
}

const wantsJson = (c: Context<RequestContext>) =>
  isJson(c.req.raw) || (c.req.header('accept') ?? '').includes('application/json')

const isSuccess = (code: NewsletterOutcome) => STATUS[code] < 300

const replyOf = ({ code, words, field }: Outcome): NewsletterReply => ({
  result: isSuccess(code) ? 'success' : 'error',
  msg: words,
  code,
  ...(field !== null && { field }),
})
