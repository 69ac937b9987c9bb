import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { memberWithSession } from '@app/platform/test/identity/people.ts'
import { expect, test } from 'vitest'
import { startAuth } from '#test/auth-server.ts'
import { PIXEL } from '#test/upgrade/walk.ts'

const root = join(import.meta.dirname, '../..')

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const TWO_KEYS = { APP_ENCRYPTION_KEYS: `a:${keyOf(3)},b:${keyOf(4)}` }

test('files, webhooks, jobs and what older keys sealed are counted', async () => {
  const auth = await startAuth({
    env: {
      ...TWO_KEYS,
      GITHUB_APP_WEBHOOK_SECRET: 'not-the-one-that-signed-this',
    },
  })
  const { session } = await memberWithSession(auth)
  const path = `avatars/${session.user.id}/a.png`
  const headers = { apikey: auth.keys.publishable, authorization: `Bearer ${session.access_token}` }
  await fetch(`${auth.url}/storage/v1/object/${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/png' },
    body: PIXEL,
  })
  const given = await fetch(`${auth.url}/storage/v1/object/public/${path}`)
  await fetch(`${auth.url}/webhooks/github`, {
    method: 'POST',
    headers: { 'x-github-event': 'ping', 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
    body: '{}',
  })

  const page = await pageOf(auth.url)

  expect(given.status).toBe(200)
  expect(page).toContain(`gitferry_file_bytes_total{direction="in"} ${PIXEL.length}\n`)
  expect(page).toContain(`gitferry_file_bytes_total{direction="out"} ${PIXEL.length}\n`)
  expect(page).toContain('gitferry_webhooks_total{provider="github",outcome="refused"} 1\n')
  expect(page).toMatch(/^gitferry_jobs\{kind="[a-z-]+",state="waiting"\} \d+$/m)
  expect(page).toMatch(
    /^gitferry_sealed_rows\{key="b",place="auth.sessions.refresh_key_sealed"\} [1-9]/m,
  )
})

test.each(['docs/deploy/alerts.yml', 'docs/deploy/dashboard.json'])(
  '%s asks only for metrics that exist',
  async (file) => {
    const auth = await startAuth({ env: TWO_KEYS })
    const page = await pageOf(auth.url)
    const known = new Set([...page.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    const text = readFileSync(join(root, file), 'utf8')
    const asked = [...text.matchAll(/\b(gitferry|nodejs|process)_[a-z0-9_]+/g)].map(
      ([name]) => name,
    )

    expect(asked.length).toBeGreaterThan(8)
    const unknown = asked.filter(
      (name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, '')),
    )
    expect(unknown).toEqual([])
  },
)

const pageOf = async (url: string) => await (await fetch(`${url}/metrics`)).text()
