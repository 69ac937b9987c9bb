import type { Clock } from '#runtime/clock.ts'
import { LIST, type NewsletterMemory, type NewsletterState, type Subscriber } from './memory.ts'

export type Answer = { result: 'success' | 'error'; msg: string }

type Needs = { memory: NewsletterMemory; clock: Clock; url: string }

const MOST_SUBSCRIBERS = 5_000
const MOST_ATTEMPTS = 5
const ATTEMPTS_WINDOW_MS = 5 * 60_000

/** Decides the service's answer and stores the subscriber. */
export async function subscribe(needs: Needs, submission: Submission): Promise<Answer> {
  const { memory, clock, url } = needs
  const { email, isHoneypotFilled } = submission
  const problem = addressProblem(email)
  if (problem) return refuse(problem)
  // Bots get the normal answer and are not stored.
  if (isHoneypotFilled) return welcome(memory.state)

  const scripted = scriptedAnswer(email)
  if (scripted) return refuse(scripted)

  return memory.change((state) => {
    if (isKnown(state, email)) {
      const profile = `${url}/profile?e=${encodeURIComponent(email)}`
      return refuse(
        `${escapeHtml(email)} is already subscribed to list ${escapeHtml(LIST.name)}. <a href="${profile}">Click here to update your profile</a>`,
      )
    }
    if (isTooOften(state, email, clock.now())) {
      return refuse(
        'Too many subscribe attempts for this email address. Please try again in about 5 minutes. (#5624)',
      )
    }
    remember(state, submission, clock.now())
    return welcome(state)
  })
}

/** Test addresses for refusals: `fake@…` and `throttled@…`. */
function scriptedAnswer(email: string): string | undefined {
  if (/^fake@/i.test(email)) {
    return 'This email address looks fake or invalid. Please enter a real email address.'
  }
  return /^throttled@/i.test(email)
    ? `Recipient "${escapeHtml(email)}" has too many recent signup requests`
    : undefined
}

const refuse = (msg: string): Answer => ({ result: 'error', msg })

const welcome = ({ optIn }: NewsletterState): Answer => ({
  result: 'success',
  msg:
    optIn === 'single'
      ? 'Thank you for subscribing!'
      : 'Almost finished... We need to confirm your email address. To complete the subscription process, please click the link in the email we just sent you.',
})

const isSame = (email: string) => {
  const wanted = email.toLowerCase()

  return (other: { email: string }) => other.email.toLowerCase() === wanted
}

const isKnown = ({ subscribers }: NewsletterState, email: string) =>
  subscribers.some((one) => isSame(email)(one) && one.status === 'subscribed')

function isTooOften(state: NewsletterState, email: string, now: number): boolean {
  const key = email.toLowerCase()
  const recent = (state.attempts[key] ?? []).filter((at) => at > now - ATTEMPTS_WINDOW_MS)
  state.attempts[key] = [...recent, now].slice(-MOST_ATTEMPTS)

  return recent.length >= MOST_ATTEMPTS
}

/** A second attempt before confirmation replaces the first. Confirming by mail is not played. */
function remember(state: NewsletterState, submission: Submission, now: number): void {
  const { email, fields, interests, tags } = submission
  const others = state.subscribers.filter((one) => !isSame(email)(one))
  const status = state.optIn === 'single' ? 'subscribed' : 'pending'
  const subscriber: Subscriber = {
    email,
    fields,
    interests,
    tags,
    status,
    at: new Date(now).toISOString(),
  }

  state.subscribers = [...others, subscriber].slice(-MOST_SUBSCRIBERS)
}

/** The service's message for an invalid address; undefined if valid. */
function addressProblem(email: string): string | undefined {
  if (email === '') return '0 - Please enter a value'
  const [username = '', domain = '', ...more] = email.split('@')
  if (!email.includes('@') || more.length > 0) return '0 - An email address must contain a single @'

  if (!/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i.test(domain)) {
    return `0 - The domain portion of the email address is invalid (the portion after the @: ${escapeHtml(domain)})`
  }
  if (!/^[\w.!#$%&'*+/=?^`{|}~-]+$/.test(username) || /^\.|\.\.|\.$/.test(username)) {
    return `0 - The username portion of the email address is invalid (the portion before the @: ${escapeHtml(username)})`
  }
  return undefined
}

/** A parsed form submission. */
type Submission = {
  email: string
  fields: Record<string, string>
  interests: string[]
  tags: string[]
  /** Whether the hidden honeypot field was filled in. */
  isHoneypotFilled: boolean
}

/** Query and body parameters are equivalent; the form's technical ones are ignored. */
export function readSubmission(parameters: URLSearchParams): Submission {
  const honeypot = `b_${LIST.account}_${LIST.id}`
  const own = ['u', 'id', 'f_id', 'c', '_', 'tags', 'subscribe', honeypot]
  const fields: Record<string, string> = {}
  const interests: string[] = []

  for (const [name, value] of parameters) {
    const bit = new RegExp(`^group\\[${LIST.group}\\]\\[(\\d+)\\]$`).exec(name)?.[1]
    if (bit) interests.push(LIST.interests.get(bit) ?? `Interest ${bit}`)
    else if (!own.includes(name) && !name.startsWith('group[') && value !== '') fields[name] = value
  }
  const { EMAIL: email = '', ...others } = fields

  return {
    email: email.trim(),
    fields: others,
    interests,
    tags: (parameters.get('tags') ?? '').split(',').filter((tag) => tag !== ''),
    isHoneypotFilled: (parameters.get(honeypot) ?? '') !== '',
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The service's messages are HTML; user input in them must be escaped. */
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')
