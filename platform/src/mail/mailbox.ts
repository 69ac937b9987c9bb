import { randomUUID } from 'node:crypto'
import type { Envelope, Smtp } from './smtp.ts'

export type KeptMail = Envelope & { id: string; from: string }

export type Mailbox = {
  smtp: Smtp
  /** Newest first. */
  all(): readonly KeptMail[]
  find(id: string): KeptMail | null
  clear(): void
}

const MOST_KEPT = 200

/** Takes the mails of a local project in place of a mail server, and keeps the newest ones in memory. */
export function openMailbox(from: string): Mailbox {
  let kept: KeptMail[] = []

  return {
    smtp: {
      connections: 1,
      messageIdHost: 'localhost',
      send: async (mail) => {
        kept = [{ ...mail, id: randomUUID(), from }, ...kept].slice(0, MOST_KEPT)
        return { kind: 'taken' }
      },
      close: () => {},
    },
    all: () => kept,
    find: (id) => kept.find((mail) => mail.id === id) ?? null,
    clear: () => {
      kept = []
    },
  }
}
