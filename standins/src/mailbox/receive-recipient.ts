import { setTimeout as wait } from 'node:timers/promises'
import type { MailStore } from './mail-store.ts'
import { rehearsalFor } from './rehearsed-addresses.ts'
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
