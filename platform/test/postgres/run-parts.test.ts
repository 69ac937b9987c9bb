import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { startAuth } from '#test/auth-server.ts'
import { recycledDatabase } from '#test/recycled-database.ts'

/** The configuration wants one; the database is given. */
const DATABASE_URL = 'postgres://db.test/example'
const ONLY_JOBS = { error: 'This server only runs jobs', code: 'not_found' }
const EMAIL = 'ada@example.test'

test('a web server leaves jobs to a worker, which serves nothing else', async () => {
  const db = await recycledDatabase()
  const web = await startAuth({ db, withMail: true, env: { RUN: 'web', DATABASE_URL } })
  const client = createClient(web.url, web.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: class {} as never },
  })

  const { error } = await client.auth.signUp({ email: EMAIL, password: 'a long enough secret' })
  const mails = await web.mailsTo(EMAIL)
  const waiting = await web.sql('select kind, state from ops.jobs')
  const worker = await startAuth({ db, withMail: true, env: { RUN: 'worker', DATABASE_URL } })
  const mail = await worker.mailTo(EMAIL)
  const confirmed = await client.auth.verifyOtp({ email: EMAIL, token: mail.code, type: 'signup' })

  expect(error).toBeNull()
  expect(mails).toEqual([])
  expect(waiting).toEqual([{ kind: 'deliver-mail', state: 'waiting' }])
  expect(confirmed.data.user?.email).toBe(EMAIL)
  for (const path of ['/auth/v1/health', '/rest/v1/', '/storage/v1/bucket', '/functions/v1/x']) {
    const [ofWeb, ofWorker] = await Promise.all([fetch(web.url + path), fetch(worker.url + path)])
    expect([ofWorker.status, await ofWorker.json()]).toEqual([404, ONLY_JOBS])
    expect(await ofWeb.json()).not.toEqual(ONLY_JOBS)
  }
  for (const path of ['/healthz', '/readyz']) {
    expect((await fetch(worker.url + path)).status).toBe(200)
    expect((await fetch(web.url + path)).status).toBe(200)
  }
})

test('the queue is counted by workers, so that the sum over servers is right', async () => {
  const db = await recycledDatabase()
  const web = await startAuth({ db, env: { RUN: 'web', DATABASE_URL } })
  const worker = await startAuth({ db, env: { RUN: 'worker', DATABASE_URL } })
  await worker.settle()

  const [ofWeb, ofWorker] = await Promise.all(
    [web, worker].map(async ({ url }) => (await fetch(`${url}/metrics`)).text()),
  )

  expect(ofWorker).toMatch(/^gitferry_jobs\{/m)
  expect(ofWeb).not.toMatch(/^gitferry_jobs\{/m)
})
