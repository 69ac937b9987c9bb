import { setTimeout as wait } from 'node:timers/promises'
import type { MailStore } from './mail-store.ts'
import { SmtpRefusal } from './smtp-refusal.ts'

/** Accepts a recipient, or fails as its test address asks. */
export async function receiveRecipient(store: MailStore, address: string): Promise<void> {
  const behaviour = behaviourFor(address)

  if (behaviour.kind === 'bounce') throw new SmtpRefusal(550, 'No such mailbox here')
  if (behaviour.kind === 'delay') await wait(behaviour.delayMs)
  if (behaviour.kind === 'defer' && (await isTooEarly(store, address, behaviour.first))) {
    throw new SmtpRefusal(451, 'Mailbox busy, try again later')
  }
}

const isTooEarly = async (store: MailStore, address: string, refusals: number) =>
  (await store.countTry(address.toLowerCase())) <= refusals

/** What the mailbox does with a test address. */
type Behaviour =
  | { kind: 'accept' }
  | { kind: 'bounce' }
  | { kind: 'defer'; first: number }
  | { kind: 'delay'; delayMs: number }

const DEFAULT_DELAY_MS = 2_000
const MAX_DELAY_MS = 30_000

/**
 * `bounce@…` and `bounce+anything@…` are refused; `defer@…` is deferred always, `defer+3@…` three times;
 * `slow@…` and `slow+500@…` are delayed, in milliseconds.
 */
function behaviourFor(address: string): Behaviour {
  const [, name, detail] = /^(bounce|defer|slow)(?:\+([^@]*))?@/i.exec(address) ?? []

  switch (name?.toLowerCase()) {
    case 'bounce':
      return { kind: 'bounce' }
    case 'defer':
      return { kind: 'defer', first: wholeNumber(detail) ?? Number.POSITIVE_INFINITY }
    case 'slow':
      return {
        kind: 'delay',
        delayMs: Math.min(wholeNumber(detail) ?? DEFAULT_DELAY_MS, MAX_DELAY_MS),
      }
    default:
      return { kind: 'accept' }
  }
}

const wholeNumber = (text: string | undefined) =>
  text && /^\d{1,6}$/.test(text) ? Number(text) : undefined
