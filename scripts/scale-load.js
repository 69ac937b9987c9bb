import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** The trials' own table, which the data API shows. Rows that were written twice are seen, since nothing makes them unique. */
export const TABLE = `
  create table if not exists public.trial_writes (id uuid not null);
  alter table public.trial_writes owner to gitferry_server;
  grant all on public.trial_writes to service_role;
  alter table public.trial_writes enable row level security`

/** Requests a second. A busy machine may not have the time for the usual number. */
export const usualRate = (usual) => Number(process.env.SCALE_RATE ?? usual)

const LONGEST_REQUEST_MS = 15_000

/** Sends writes and reads in turn at a steady rate, and remembers what was acknowledged. */
export function startLoad(url, { secretKey, perSecond }) {
  const load = { sent: 0, acknowledged: [], failures: [], failedAt: [], pending: 0, slowestMs: 0 }
  const headers = {
    apikey: secretKey,
    authorization: `Bearer ${secretKey}`,
    'content-type': 'application/json',
  }
  const running = new Set()
  let isOver = false

  const send = async () => {
    const id = randomUUID()
    const isWrite = load.sent++ % 2 === 0
    const began = performance.now()
    load.pending += 1
    try {
      const answer = await fetch(`${url}/rest/v1/trial_writes${isWrite ? '' : '?limit=1'}`, {
        method: isWrite ? 'POST' : 'GET',
        headers,
        signal: AbortSignal.timeout(LONGEST_REQUEST_MS),
        ...(isWrite && { body: JSON.stringify({ id }) }),
      })
      await answer.arrayBuffer()
      if (answer.status >= 400) load.failures.push(answer.status)
      else if (isWrite) load.acknowledged.push(id)
    } catch (error) {
      load.failures.push(error.cause?.code ?? error.name)
    } finally {
      load.pending -= 1
      if (load.failures.length > load.failedAt.length) load.failedAt.push(performance.now())
      load.slowestMs = Math.max(load.slowestMs, performance.now() - began)
    }
  }
  const began = performance.now()
  const ticking = (async () => {
    while (!isOver) {
      const due = ((performance.now() - began) / 1000) * perSecond
      while (load.sent < due) {
        const sending = send().finally(() => running.delete(sending))
        running.add(sending)
      }
      await pause(5)
    }
    await Promise.all(running)
  })()

  return {
    seen: () => load,
    stop: async () => {
      isOver = true
      await ticking
      return load
    },
  }
}

/** As many requests as a few lanes get through, one after the other. */
export async function perSecond(lanes, seconds, work) {
  const end = performance.now() + seconds * 1000
  let count = 0
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (performance.now() < end) {
        await work()
        count += 1
      }
    }),
  )

  return count / seconds
}
