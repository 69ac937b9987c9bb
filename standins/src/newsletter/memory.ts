import type { Clock } from '#runtime/clock.ts'
import { fieldsOf } from '#runtime/fields.ts'
import type { Memory } from '#runtime/memory.ts'
import type { Place } from '#runtime/place.ts'

export type Subscriber = {
  email: string
  /** Merge fields besides the address, with parts: `FNAME`, `ADDRESS[city]`. */
  fields: Record<string, string>
  interests: string[]
  tags: string[]
  /** Pending until the member opens the link in the confirmation mail. */
  status: 'pending' | 'subscribed'
  at: string
}

export type NewsletterState = {
  optIn: 'double' | 'single'
  /** Oldest first. */
  subscribers: Subscriber[]
  /** Times of attempts by address, for the attempt limit. */
  attempts: Record<string, number[]>
}

export type NewsletterMemory = Memory<NewsletterState>

export const openNewsletterMemory = (place: Place): NewsletterMemory =>
  place.open<NewsletterState>('newsletter.json', () => ({
    optIn: 'double',
    subscribers: [],
    attempts: {},
  }))

/** The one list, used without real credentials. */
export const LIST = {
  /** `u` and `id` of its forms. */
  account: 'gitferry-local',
  id: 'newsletter',
  name: 'Gitferry news',
  /** The interest group, and the meaning of each of its bits. */
  group: '7',
  interests: new Map([
    ['1', 'Essential Updates'],
    ['2', 'Development Insights'],
    ['4', 'Tips & Tutorials'],
  ]),
}

type Needs = { memory: NewsletterMemory; clock: Clock }

/** `{"optIn":"single","subscribers":[{"email":"ada@example.test"}]}`; either may be left out. */
export async function seedSubscribers({ memory, clock }: Needs, input: unknown): Promise<void> {
  const fields = fieldsOf(input)
  const optIn = fields.oneOf('optIn', ['single', 'double'])
  const subscribers = fields.list('subscribers').map((one) => ({
    email: one.text('email'),
    fields: {},
    interests: [],
    tags: [],
    status: one.flag('pending') ? ('pending' as const) : ('subscribed' as const),
    at: new Date(clock.now()).toISOString(),
  }))

  await memory.change((state) => {
    if (optIn) state.optIn = optIn
    state.subscribers.push(...subscribers)
  })
}
