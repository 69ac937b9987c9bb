import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readyServer } from './chaos-product.js'
import { Refusal } from './run.js'
import { psql } from './scale-programs.js'
import { PUBLISHABLE_KEY, SECRET_KEY, signUp, withPostgres } from './scale-servers.js'

const FLOOD = fileURLToPath(new URL('scale-flood.js', import.meta.url))
const FLOOD_PER_SECOND = 500
const READS_PER_SECOND = 20
const SECONDS = 15
const MOST_TIMES_IDLE = 2
const UPLOAD_BYTES = 50 * 1024 * 1024

const TABLES = `
  create table public.trial_lists (id int primary key);
  create table public.trial_items (id int primary key, list_id int not null references public.trial_lists, text text not null);
  insert into public.trial_lists select generate_series(1, 1000);
  insert into public.trial_items select n, n, repeat('word ', 20) from generate_series(1, 1000) as n;
  create index on public.trial_items (list_id);
  alter table public.trial_lists owner to gitferry_server;
  alter table public.trial_items owner to gitferry_server;
  grant select on public.trial_lists, public.trial_items to authenticated`

/** A member who reads 500 times a second as much as the data API gives, exports everything and uploads 50 MB, beside one who reads a row. */
export const noisyNeighbour = () =>
  withPostgres(async ({ postgres, env }) => {
    const first = await readyServer(env)
    psql(postgres.url, TABLES)
    await first.stop()
    const server = await readyServer(env)
    try {
      const [noisy, other] = await signUp(server.url, 2)
      // What V8 compiles late counts on neither side.
      await readSteadily(server.url, other, 5)
      const idle = await readSteadily(server.url, other, SECONDS)
      const flood = spawn(process.execPath, [FLOOD, server.url, noisy.token, FLOOD_PER_SECOND], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const told = textOf(flood.stdout)
      await pause(2_000)
      const asked = Promise.all([askExport(server.url, noisy), upload(server.url)])
      const busy = await readSteadily(server.url, other, SECONDS)
      const answers = await asked
      flood.kill('SIGTERM')
      return outcome({ idle, busy, answers, flooded: await told })
    } finally {
      await server.kill()
    }
  })

function outcome({ idle, busy, answers, flooded }) {
  const ratio = busy.p99Ms / idle.p99Ms
  const found = `others' p99 ${busy.p99Ms.toFixed(1)} ms, ${ratio.toFixed(1)} times idle (${idle.p99Ms.toFixed(1)} ms; median ${busy.p50Ms.toFixed(1)} and ${idle.p50Ms.toFixed(1)}), ${busy.failed} of ${busy.sent} failed; the neighbour's answers: ${flooded.trim()}, export ${answers[0]}, upload ${answers[1]}`
  if (busy.failed > 0 || ratio > MOST_TIMES_IDLE) throw new Refusal(found)
  return found
}

async function readSteadily(url, { token }, seconds) {
  const headers = { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${token}` }
  const tookMs = []
  let failed = 0
  const read = async () => {
    const began = performance.now()
    const answer = await fetch(`${url}/rest/v1/trial_lists?id=eq.1`, { headers })
    await answer.arrayBuffer()
    if (answer.status !== 200) failed += 1
    tookMs.push(performance.now() - began)
  }
  const running = []
  const began = performance.now()
  while (performance.now() - began < seconds * 1000) {
    running.push(read())
    await pause(1000 / READS_PER_SECOND)
  }
  await Promise.all(running)
  tookMs.sort((one, another) => one - another)
  const at = (share) => tookMs[Math.floor(tookMs.length * share)]

  return { sent: tookMs.length, failed, p50Ms: at(0.5), p99Ms: at(0.99) }
}

async function askExport(url, { token }) {
  const answer = await fetch(`${url}/functions/v1/request-export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })

  return answer.status
}

async function upload(url) {
  const headers = { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}` }
  await fetch(`${url}/storage/v1/bucket`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'trial', name: 'trial', public: false }),
  })
  const answer = await fetch(`${url}/storage/v1/object/trial/large`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: Buffer.alloc(UPLOAD_BYTES),
  })

  return answer.status
}

async function textOf(stream) {
  let text = ''
  for await (const part of stream) text += part
  return text
}
