import { onTestFinished } from 'vitest'
import { startMailbox } from '#mailbox/app.ts'
import { controlOf } from './control-of.ts'
import { type OutgoingMail, sendMail } from './send-mail.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type Message = {
  id: string
  receivedAt: string
  date: string | null
  from: { name: string; address: string }
  envelopeFrom: string
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  links: string[]
  codes: string[]
  size: number
  problem: string | null
}

/** A running mailbox stand-in, closed after the test. */
export async function openMailbox(dataDir?: string) {
  const folder = dataDir ?? (await temporaryFolder())
  const { url, smtpUrl, close } = await startMailbox({ dataDir: folder })
  onTestFinished(close)

  const get = (path: string) => fetch(url + path)

  return {
    url,
    smtpUrl,
    dataDir: folder,
    close,
    get,
    control: controlOf(url),
    send: (mail: OutgoingMail) => sendMail(smtpUrl, mail),
    messages: async (query = '') =>
      (await (await get(`/api/messages${query}`)).json()) as Message[],
    page: async (path: string) => (await get(path)).text(),
  }
}
