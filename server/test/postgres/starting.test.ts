import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@app/platform/test/databases/free-port.ts'
import { freshLocation } from '@app/platform/test/fresh-database.ts'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runServer } from '#test/programs/run-server.ts'

const MIGRATION_LOCK = 7_448_411

test('a server that migrates is alive, not ready, and says so in the dialect of each surface', async () => {
  const { env, holder } = await heldDatabase()
  const { untilReady } = runServer(env)
  const ready = untilReady()
  const url = `http://127.0.0.1:${env.PORT}`
  await vi.waitFor(async () => {
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'migrating' })
  }, 30_000)

  const alive = await fetch(`${url}/healthz`)
  const modern = { 'x-supabase-api-version': '2024-01-01' }
  const answers = {
    readyz: await seen(`${url}/readyz`),
    auth: await seen(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', body: '{}' }),
    modernAuth: await seen(`${url}/auth/v1/user`, { headers: modern }),
    rest: await seen(`${url}/rest/v1/plans`),
    storage: await seen(`${url}/storage/v1/bucket`),
    functions: await seen(`${url}/functions/v1/create-checkout`, { method: 'POST', body: '{}' }),
    webhook: await seen(`${url}/webhooks/github`, { method: 'POST', body: '{}' }),
  }
  const refresh = fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    body: '{}',
  })
  // The published extension signs its user out on any other answer than 200.
  await expect(refresh).rejects.toThrow('fetch failed')
  const page = await fetch(`${url}/pricing`, {
    headers: { accept: 'text/html', 'accept-language': 'es' },
  })
  const preflight = await fetch(`${url}/rest/v1/plans`, {
    method: 'OPTIONS',
    headers: { 'access-control-request-headers': 'apikey,authorization' },
  })
  await holder.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  await ready

  expect(alive.status).toBe(200)
  const message = 'The server is starting'
  const code = 'database_unavailable'
  expect(answers).toEqual({
    readyz: { status: 'migrating' },
    auth: { code: 503, error_code: code, msg: message },
    modernAuth: { code, message },
    rest: expect.objectContaining({ code: 'PGRST002', details: null, hint: null }),
    storage: { statusCode: '503', error: 'DatabaseError', message, code: 'DatabaseError' },
    functions: { message, error: message, code },
    webhook: { error: message, code },
  })
  expect(page.status).toBe(503)
  expect(await page.text()).toContain('<html lang="es">')
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey,authorization')
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect((await fetch(`${url}/pricing`, { headers: { accept: 'text/html' } })).status).toBe(200)
}, 120_000)

test('a server that is told to stop while it waits for a migration ends at once', async () => {
  const { env } = await heldDatabase()
  const server = runServer(env)
  await vi.waitFor(async () => {
    expect((await fetch(`http://127.0.0.1:${env.PORT}/readyz`)).status).toBe(503)
  }, 30_000)

  server.kill('SIGTERM')

  expect(await server.exitCode).toBe(0)
}, 120_000)

test('a port in use is found before the database is asked', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as { port: number }
  const { env, holder } = await heldDatabase()

  const server = runServer({ ...env, PORT: String(port) })

  // With the migration lock held, a server that asked first would wait.
  expect(await server.exitCode).toBe(1)
  expect(server.said()).toContain(`Port ${port} on 127.0.0.1 is in use`)
  const { rows } = await holder.query(
    `select count(*)::int as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  )
  expect(rows).toEqual([{ others: 0 }])
}, 120_000)

/** A database whose migration another server seems to be busy with. */
async function heldDatabase() {
  const location = await freshLocation()
  if (location.kind !== 'postgres') throw new Error('These tests need a PostgreSQL server')
  const holder = new pg.Client(location.url)
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'gitferry-starting-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))

  return {
    holder,
    env: { PORT: String(await freePort()), DATA_DIR, DATABASE_URL: location.url, STANDINS: 'off' },
  }
}

/** The body of an answer that has to be a temporary refusal. */
async function seen(address: string, init?: RequestInit): Promise<unknown> {
  const answer = await fetch(address, init)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')

  return answer.json()
}
