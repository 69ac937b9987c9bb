import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startMailbox } from '#mailbox/app.ts'
import { type Letter, sendMail } from './send-mail.ts'

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
  attachments: { name: string; type: string; size: number }[]
  size: number
  isRead: boolean
  problem: string | null
}

/** A mailbox of the test's own, gone with the test. */
export async function openMailbox(dataDir?: string) {
  const folder = dataDir ?? (await temporaryFolder())
  const { url, smtpUrl, close } = await startMailbox({ dataDir: folder })
  onTestFinished(close)

  const get = (path: string) => fetch(url + path)
  const control = (method: string, path: string, body?: unknown) =>
    fetch(`${url}/_control/${path}`, {
      method,
      headers: { 'x-standin-control': '1', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  return {
    url,
    smtpUrl,
    dataDir: folder,
    close,
    get,
    control,
    send: (letter: Letter) => sendMail(smtpUrl, letter),
    messages: async (query = '') =>
      (await (await get(`/api/messages${query}`)).json()) as Message[],
    page: async (path: string) => (await get(path)).text(),
  }
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'standins-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))

  return folder
}
