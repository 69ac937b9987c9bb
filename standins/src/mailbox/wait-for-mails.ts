import type { Mail } from './mail.ts'
import type { MailStore } from './mail-store.ts'

type Wish = { find(): Mail[]; count: number; timeoutMs: number; signal: AbortSignal }

/** Resolves as soon as enough mails match, or with too few when the time is over or nobody waits any more. */
export function waitForMails(
  store: MailStore,
  { find, count, timeoutMs, signal }: Wish,
): Promise<Mail[]> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      stopWatching()
      signal.removeEventListener('abort', finish)
      resolve(find())
    }
    const check = () => {
      if (find().length >= count) finish()
    }

    const timer = setTimeout(finish, timeoutMs)
    const stopWatching = store.watch(check)
    signal.addEventListener('abort', finish)
    check()
  })
}
