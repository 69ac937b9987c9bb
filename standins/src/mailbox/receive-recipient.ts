import { setTimeout as wait } from 'node:timers/promises'
import type { MailStore } from './mail-store.ts'
import { SmtpRefusal } from './smtp-refusal.ts'

/** Accepts a recipient, or lets happen what its name asks for. */
export async function receiveRecipient(store: MailStore, address: string): Promise<void> {
  const rehearsal = rehearsalFor(address)

  if (rehearsal.kind === 'bounce') throw new SmtpRefusal(550, 'No such mailbox here')
  if (rehearsal.kind === 'dawdle') await wait(rehearsal.delayMs)
  if (rehearsal.kind === 'defer' && (await isTooEarly(store, address, rehearsal.first))) {
    throw new SmtpRefusal(451, 'Mailbox busy, try again later')
  }
}

const isTooEarly = async (store: MailStore, address: string, refusals: number) =>
  (await store.countTry(address.toLowerCase())) <= refusals

/** What the mailbox does with a recipient whose name asks for trouble. */
type Rehearsal =
  | { kind: 'accept' }
  | { kind: 'bounce' }
  | { kind: 'defer'; first: number }
  | { kind: 'dawdle'; delayMs: number }

const DEFAULT_DELAY_MS = 2_000
const MAX_DELAY_MS = 30_000

/**
 * `bounce@…` and `bounce+anything@…` do not exist; `defer@…` asks to come back later, always, and `defer+3@…` three
 * times; `slow@…` and `slow+500@…` take their time, in milliseconds.
 */
function rehearsalFor(address: string): Rehearsal {
  const [, name, detail] = /^(bounce|defer|slow)(?:\+([^@]*))?@/i.exec(address) ?? []

  switch (name?.toLowerCase()) {
    case 'bounce':
      return { kind: 'bounce' }
    case 'defer':
      return { kind: 'defer', first: wholeNumber(detail) ?? Number.POSITIVE_INFINITY }
    case 'slow':
      return {
        kind: 'dawdle',
        delayMs: Math.min(wholeNumber(detail) ?? DEFAULT_DELAY_MS, MAX_DELAY_MS),
      }
    default:
      return { kind: 'accept' }
  }
}

const wholeNumber = (text: string | undefined) =>
  text && /^\d{1,6}$/.test(text) ? Number(text) : undefined
