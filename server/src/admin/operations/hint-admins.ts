import { type Database, theServer } from '@app/platform/db/database.ts'
import type { OnEnded } from '@app/platform/jobs/worker.ts'
import type { Log } from '@app/platform/log/log.ts'

type Needs = { db: Database; log: Log }

type Hint = 'jobs' | 'webhooks' | 'mails' | 'sync'

/** The lists that a job changes besides that of jobs. */
const LISTS: Partial<Record<string, Hint>> = {
  'deliver-mail': 'mails',
  'reconcile-all': 'sync',
  'reconcile-due': 'sync',
  'take-billing-events': 'webhooks',
  'take-github-event': 'webhooks',
}

/** The end of a job is told before it is recorded. */
const AFTER_MS = 250
const EVERY_MS = 2_000

/** Hints to the open pages of admins when jobs end: one of each kind within 2 s. */
export function openAdminHints({ db, log }: Needs): { onEnded: OnEnded; close: () => void } {
  const timers = new Map<Hint, NodeJS.Timeout>()
  const sentAtMs = new Map<Hint, number>()

  const send = (hint: Hint) => {
    timers.delete(hint)
    sentAtMs.set(hint, performance.now())
    // As the server: no API role may send to this topic.
    const statement = { text: `select app.send_hints($1, '{admin}')`, values: [hint] }
    db.ask(theServer, statement).catch((err: unknown) =>
      log.warn({ err, hint }, 'admin hint not sent'),
    )
  }
  const plan = (hint: Hint) => {
    if (timers.has(hint)) return
    const sinceMs = performance.now() - (sentAtMs.get(hint) ?? Number.NEGATIVE_INFINITY)
    const waitMs = Math.max(AFTER_MS, EVERY_MS - sinceMs)
    timers.set(hint, setTimeout(() => send(hint), waitMs).unref())
  }

  return {
    onEnded: (kind) => {
      plan('jobs')
      const list = LISTS[kind]
      if (list) plan(list)
    },
    close: () => {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
