import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AtEnd } from '@app/platform/test/fresh-database.ts'
import { startNewsletter } from '@app/standins/newsletter'
import { onTestFinished } from 'vitest'

export type ListedSubscriber = {
  email: string
  fields: Record<string, string>
  interests: string[]
  tags: string[]
  status: string
}

/** The mailing service's stand-in: subscribers, requests and faults. */
export async function openMailingList(atEnd: AtEnd = onTestFinished) {
  const dataDir = mkdtempSync(join(tmpdir(), 'gitferry-newsletter-'))
  const { url, env, close } = await startNewsletter({ dataDir })
  atEnd(async () => {
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const control = (method: string, path: string, body?: object) =>
    fetch(`${url}/_control/${path}`, {
      method,
      headers: { 'x-standin-control': '1' },
      ...(body && { body: JSON.stringify(body) }),
    })

  return {
    env: { ...env, NEWSLETTER_TAGS: '42' },
    close,
    fault: (fault: object) => control('POST', 'faults', { times: null, ...fault }),
    mend: () => control('DELETE', 'faults'),
    seed: (body: object) => control('POST', 'seed', body),
    subscribers: async () =>
      (await (await fetch(`${url}/api/subscribers`)).json()) as ListedSubscriber[],
  }
}
