import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSms } from '@app/standins/sms'
import { onTestFinished } from 'vitest'

type TextMessage = { to: string; from: string; body: string }

/** The stand-in of a provider of text messages, and the variables that lead to it. */
export async function openSmsProvider() {
  const dataDir = await mkdtemp(join(tmpdir(), 'gitferry-sms-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const provider = await startSms({ dataDir })
  onTestFinished(provider.close)

  return {
    env: { AUTH_SMS_COUNTRIES: '+1', ...provider.env },
    messages: async () =>
      (await (await fetch(`${provider.url}/api/messages`)).json()) as TextMessage[],
    fault: (what: object) =>
      fetch(`${provider.url}/_control/faults`, {
        method: 'POST',
        headers: { 'x-standin-control': '1' },
        body: JSON.stringify(what),
      }),
  }
}

export const codeIn = (text = '') => /\d{6}$/.exec(text)?.[0] ?? ''
