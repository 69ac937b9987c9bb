import { join } from 'node:path'
import { type Memory, openMemory } from '#runtime/memory.ts'

export type Subscriber = {
  id: string
  email: string
  /** Merge fields besides the address, with parts: `FNAME`, `ADDRESS[city]`. */
  fields: Record<string, string>
  interests: string[]
  tags: string[]
  /** Pending until the link in the confirmation mail is followed. */
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

export const openNewsletterMemory = ({ folder }: { folder: string }): NewsletterMemory =>
  openMemory<NewsletterState>(join(folder, 'newsletter.json'), () => ({
    optIn: 'double',
    subscribers: [],
    attempts: {},
  }))
