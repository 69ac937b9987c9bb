import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMailbox } from '@app/standins/mailbox'
import { onTestFinished } from 'vitest'

export type ArrivedMail = {
  to: string[]
  envelopeFrom: string
  from: { name: string; address: string }
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  links: string[]
  codes: string[]
  problem: string | null
}

/** The SMTP server of the test. */
export async function openTestMailbox() {
  const dataDir = await mkdtemp(join(tmpdir(), 'gitferry-post-office-'))
  let mailbox = await startMailbox({ dataDir })
  const { url, smtpUrl } = mailbox
  const ports = { httpPort: Number(new URL(url).port), smtpPort: Number(new URL(smtpUrl).port) }
  let isOpen = true

  const close = async () => {
    if (isOpen) await mailbox.close()
    isOpen = false
  }
  onTestFinished(async () => {
    await close()
    await rm(dataDir, { recursive: true, force: true })
  })

  return {
    smtpUrl,
    /** Refuses connections until it opens again. */
    close,
    async reopen() {
      mailbox = await startMailbox({ dataDir, ...ports })
      isOpen = true
    },
    /** Everything that arrived, oldest first. */
    async arrived(): Promise<ArrivedMail[]> {
      const reply = await fetch(`${url}/api/messages?limit=1000`)
      return ((await reply.json()) as ArrivedMail[]).reverse()
    },
    /** Resolves once so many have arrived. */
    async waitFor(count: number): Promise<void> {
      const reply = await fetch(`${url}/api/wait?count=${count}&timeoutMs=20000`)
      if (!reply.ok) throw new Error(await reply.text())
    },
    /** The SMTP steps so far, as paths. */
    async steps(): Promise<string[]> {
      const reply = await fetch(`${url}/_control/requests`)
      return ((await reply.json()) as { path: string }[]).map(({ path }) => path)
    },
    /** Orders a fault: see the stand-in's faults. */
    async order(fault: Record<string, unknown>): Promise<void> {
      await fetch(`${url}/_control/faults`, {
        method: 'POST',
        headers: { 'x-standin-control': '1', 'content-type': 'application/json' },
        body: JSON.stringify({ method: 'SMTP', ...fault }),
      })
    },
  }
}
