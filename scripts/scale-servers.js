import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readyServer } from './chaos-product.js'
import { freePorts } from './free-ports.js'
import { Refusal } from './run.js'
import { TABLE } from './scale-load.js'
import { psql, startBalancer } from './scale-programs.js'
import { startTemporaryPostgres } from './temporary-postgres.js'

export const SECRET_KEY = `sb_secret_${'trial'.repeat(6)}`
export const PUBLISHABLE_KEY = `sb_publishable_${'trial'.repeat(4)}`
const KEYS = `a:${Buffer.alloc(32, 7).toString('base64')}`

/** Packages of the platform, which these scripts have no use for otherwise. */
export const packageOf = createRequire(new URL('../platform/package.json', import.meta.url))

/** A PostgreSQL server, and the environment of servers over it. */
export async function withPostgres(work) {
  const postgres = await startTemporaryPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-scale-'))
  try {
    const env = {
      DATA_DIR: folder,
      DATABASE_URL: postgres.url,
      APP_ENCRYPTION_KEYS: KEYS,
      SECRET_KEY,
      PUBLISHABLE_KEY,
      AUTH_AUTOCONFIRM: 'true',
      DRAIN_DELAY_MS: '2000',
    }
    return await work({ postgres, env })
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Two servers behind a balancer, over a database with the trial's tables. */
export const withTwoServers = (
  work,
  { tables = TABLE, envOf = (env) => env, balancer: settings = {} } = {},
) =>
  withPostgres(async ({ postgres, env }) => {
    const first = await freePorts(2)
    const migrating = await readyServer(env)
    psql(postgres.url, tables)
    // It read the schema before the tables were there.
    await migrating.stop()
    const shared = await envOf(env, postgres)
    const envs = [first, first + 1].map((port) => ({ ...shared, PORT: String(port) }))
    const servers = []
    for (const one of envs) servers.push(await readyServer(one))
    const balancer = await startBalancer(
      envs.map(({ PORT }) => Number(PORT)),
      settings,
    )
    const startAgain = async (at) => {
      servers[at] = await readyServer(envs[at])
    }
    try {
      return await work({ balancer, servers, startAgain, database: postgres.url })
    } finally {
      await Promise.all(servers.map((server) => server.kill()))
      await balancer.stop()
    }
  })

/** New members with a session, one after the other: a busy server has no time for many hashes at once. */
export async function signUp(url, count) {
  const members = []
  while (members.length < count) {
    const email = `trial-${members.length}@example.test`
    const answer = await fetch(`${url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'a long enough secret' }),
    })
    const body = await answer.json()
    if (answer.status === 503) continue
    if (answer.status !== 200) throw new Refusal(`A sign-up answered ${JSON.stringify(body)}.`)
    members.push({ id: body.user.id, token: body.access_token })
  }
  return members
}

/** Throws if an acknowledged write of the load is lost or there twice. */
export function refuseLost(database, acknowledged) {
  if (acknowledged.length === 0) throw new Refusal('No write was acknowledged.')
  const [total, distinct] = psql(
    database,
    'select count(*), count(distinct id) from public.trial_writes',
  ).split('|')
  const stored = new Set(psql(database, 'select id from public.trial_writes').split('\n'))
  const lost = acknowledged.filter((id) => !stored.has(id)).length

  if (lost > 0) throw new Refusal(`${lost} of ${acknowledged.length} acknowledged writes are lost.`)
  if (total !== distinct) throw new Refusal(`${total - distinct} writes are there twice.`)
}

export function summary(failures) {
  const counts = new Map()
  for (const one of failures) counts.set(one, (counts.get(one) ?? 0) + 1)

  return failures.length === 0
    ? ''
    : `(${[...counts].map(([what, count]) => `${what} ${count} times`).join(', ')})`
}
