import type { Mail } from './mail.ts'
import type { MailStore } from './mail-store.ts'

type Input = { find(): Mail[]; count: number; timeoutMs: number; signal: AbortSignal }

/** Resolves once enough mails match, or with fewer after the timeout or an abort. */
export function waitForMails(
  store: MailStore,
  { find, count, timeoutMs, signal }: Input,
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
