import { theServer } from '@app/platform/db/database.ts'
import { recycledDatabase } from '@app/platform/test/recycled-database.ts'
import { type S3Service, s3ForThisFile } from '@app/platform/test/storage/s3-service.ts'
import { expect, test } from 'vitest'
import { startTestServer } from '#test/test-server.ts'

const service: () => S3Service = s3ForThisFile()
const BILLING = { LEMON_SQUEEZY_API_KEY: 'a-key-of-the-tests', LEMON_SQUEEZY_STORE_ID: '1' }

test('the status names the parts that this installation has', async () => {
  const { url } = await startTestServer({ env: BILLING })

  const { answer, states } = await statusOf(url)

  expect(answer.headers.get('cache-control')).toBe('public, max-age=15')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(states).toEqual({
    accounts: 'working',
    projects: 'working',
    mail: 'working',
    payments: 'working',
  })
})

test('late mails and a service that fails are told, without its error', async () => {
  const db = await recycledDatabase()
  const { url } = await startTestServer({ env: BILLING, db })
  await db.script(`
    insert into ops.mail_outbox (dedupe_key, to_address, template, payload_sealed, created_at)
    values ('a', 'a@example.test', 'x', 'enc1.x', now() - interval '11 minutes');
    insert into ops.service_calls (service, succeeded_at, failed_at, error)
    values ('lemon-squeezy', now() - interval '2 minutes', now() - interval '1 minute', 'secret-of-the-error')`)

  const { text, states } = await statusOf(url)

  expect(states).toMatchObject({ accounts: 'working', mail: 'slow', payments: 'slow' })
  expect(text).not.toMatch(/secret-of-the-error|example\.test/)
})

test('a failure that is over, or of yesterday, is no news', async () => {
  const db = await recycledDatabase()
  await db.script(`
    insert into ops.service_calls (service, succeeded_at, failed_at, error)
    values ('lemon-squeezy', now() - interval '2 days', now() - interval '1 day', 'x'),
           ('github', now(), now() - interval '1 minute', 'x')`)
  const { url } = await startTestServer({ env: BILLING, db })

  expect((await statusOf(url)).states).toMatchObject({ payments: 'working' })
})

test('files in a bucket are a part of their own, whose failures are told, and pages may show pictures from there', async () => {
  await service().clear()
  const { url, db } = await startTestServer({
    env: { ...service().env, ...BILLING, FILES_REDIRECT: 'true' },
  })
  const before = await statusOf(url)
  const page = await fetch(url)
  await service().fault({ status: 503, body: '', times: null })

  await expect(service().client().check()).rejects.toThrow('s3: answered 503')
  const noted = `select service from ops.service_calls where failed_at is not null`
  await expect
    .poll(async () => (await db.ask(theServer, { text: noted })).rows)
    .toEqual([{ service: 's3' }])
  const { url: other } = await startTestServer({ db, env: { ...service().env, ...BILLING } })
  const after = await statusOf(other)

  expect(before.states).toMatchObject({ files: 'working', accounts: 'working' })
  expect(after.states).toMatchObject({ files: 'slow', accounts: 'working' })
  expect(page.headers.get('content-security-policy')).toContain(`${service().url} data:;`)
})

test('any number of visitors cost one look at the database', async () => {
  const db = await recycledDatabase()
  const { url } = await startTestServer({ env: BILLING, db })
  await statusOf(url)
  await db.ask(theServer, {
    text: `insert into ops.service_calls (service, failed_at, error) values ('lemon-squeezy', now(), 'x')`,
  })

  const looked = await Promise.all(Array.from({ length: 20 }, () => statusOf(url)))

  expect(new Set(looked.map(({ text }) => text)).size).toBe(1)
  expect(looked[0]?.states).toMatchObject({ payments: 'working' })
})

type Reply = { parts: { part: string; state: string }[] }

async function statusOf(url: string) {
  const answer = await fetch(`${url}/status.json`)
  const text = await answer.text()
  const { parts } = JSON.parse(text) as Reply

  return {
    answer,
    text,
    states: Object.fromEntries(parts.map(({ part, state }) => [part, state])),
  }
}
