import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from './run.js'
import { psql } from './scale-programs.js'
import { PUBLISHABLE_KEY, packageOf, signUp, withTwoServers } from './scale-servers.js'
import { startTemporaryPostgres } from './temporary-postgres.js'

const PAIRS = 1_000
const WRITERS = 10
const READERS = 4
/** New servers and new tokens read from the primary for 30 s. */
const HOLD_MS = 32_000
const OUT_WITHIN_MS = 3_000
const WAIT_LIMIT_MS = 60_000

const TABLES = `
  create table public.trial_notes (
    id uuid primary key, user_id uuid not null default auth.uid(), text text not null);
  alter table public.trial_notes owner to gitferry_server;
  alter table public.trial_notes enable row level security;
  create policy "owners" on public.trial_notes to authenticated
    using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
  grant all on public.trial_notes to authenticated`

/** Members who write and read at once, while the replica falls 5 s behind in the middle. */
export async function replicaBehind() {
  let standby
  const envOf = async (env, postgres) => {
    standby = await startTemporaryPostgres({ standbyOf: postgres.url })
    return { ...env, DATABASE_REPLICA_URL: standby.url, REPLICA_STICKY: 'true' }
  }
  try {
    return await withTwoServers((given) => fallBehind(given, standby), {
      tables: TABLES,
      balancer: { isSticky: true },
      envOf,
    })
  } finally {
    await standby?.stop()
  }
}

async function fallBehind({ balancer, servers }, standby) {
  const members = await signUp(balancer.url, WRITERS + READERS)
  await pause(HOLD_MS)
  await untilReplica(servers, 'in use')
  const pairs = startPairs(balancer.url, members.slice(0, WRITERS))
  const reading = startReading(balancer.url, members.slice(WRITERS))
  await pairs.until(PAIRS / 2)
  psql(standby.url, `alter system set recovery_min_apply_delay = '5s'`)
  psql(standby.url, 'select pg_reload_conf()')
  const began = performance.now()
  await untilReplica(servers, 'behind')
  const outMs = Math.round(performance.now() - began)
  await pairs.until(PAIRS)
  const { done, stale } = await pairs.stop()
  const { sent, failed } = await reading.stop()
  const served = await servedBy(servers)

  if (stale > 0) throw new Refusal(`${stale} of ${done} reads were stale.`)
  if (served === 0) throw new Refusal('The replica served no read.')
  if (failed > 0) throw new Refusal(`${failed} of ${sent} other reads failed.`)
  if (outMs > OUT_WITHIN_MS) throw new Refusal(`It was out of use after ${outMs} ms.`)
  return `0 of ${done} write-read pairs stale; the replica served ${served} reads of others, and was out of use ${outMs} ms after it began to fall 5 s behind`
}

/** Each member inserts, reads, changes and reads again by the official client. */
function startPairs(url, members) {
  const { createClient } = packageOf('@supabase/supabase-js')
  const seen = { done: 0, stale: 0 }
  let isOver = false
  const lane = async ({ token }) => {
    const notes = createClient(url, PUBLISHABLE_KEY, {
      accessToken: async () => token,
      realtime: { transport: class {} },
    })
    const check = async (id, expected) => {
      const { data } = await notes.from('trial_notes').select('text').eq('id', id).throwOnError()
      seen.done += 1
      if (data[0]?.text !== expected) seen.stale += 1
    }
    while (!isOver) {
      const id = randomUUID()
      await notes.from('trial_notes').insert({ id, text: 'first' }).throwOnError()
      await check(id, 'first')
      await notes.from('trial_notes').update({ text: 'second' }).eq('id', id).throwOnError()
      await check(id, 'second')
      await pause(50)
    }
  }
  const lanes = Promise.all(members.map(lane))
  lanes.catch(() => {})

  return {
    until: async (count) => {
      while (seen.done < count) await Promise.race([pause(10), lanes])
    },
    stop: async () => {
      isOver = true
      await lanes
      return seen
    },
  }
}

/** Members who write nothing. */
function startReading(url, members) {
  const seen = { sent: 0, failed: 0 }
  let isOver = false
  const lanes = members.map(async ({ token }) => {
    const headers = { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${token}` }
    while (!isOver) {
      const answer = await fetch(`${url}/rest/v1/trial_notes?limit=1`, { headers })
      await answer.arrayBuffer()
      seen.sent += 1
      if (answer.status !== 200) seen.failed += 1
      await pause(50)
    }
  })

  return {
    stop: async () => {
      isOver = true
      await Promise.all(lanes)
      return seen
    },
  }
}

async function untilReplica(servers, state) {
  const end = performance.now() + WAIT_LIMIT_MS
  for (const { url } of servers) {
    while ((await (await fetch(`${url}/readyz`)).json()).replica !== state) {
      if (performance.now() > end) throw new Refusal(`The replica is not ${state}.`)
      await pause(20)
    }
  }
}

async function servedBy(servers) {
  const counts = await Promise.all(
    servers.map(async ({ url }) => {
      const page = await (await fetch(`${url}/metrics`)).text()
      return Number(/replica_reads_total\{outcome="served"\} (\d+)/.exec(page)?.[1] ?? 0)
    }),
  )

  return counts.reduce((sum, one) => sum + one, 0)
}
