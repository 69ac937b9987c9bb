import { setTimeout as pause } from 'node:timers/promises'
import { signIn } from './chaos-product.js'
import { Refusal } from './run.js'
import { psql } from './scale-programs.js'

const SWEEP_LIMIT_MS = 300_000
const SWEEPS = `('sweep-sign-ins', 'sweep-limits', 'sweep-audit')`

/** So many rows of each table that only grows. Half of them are past their retention. */
export function growRows(url, rows) {
  psql(
    url,
    `insert into auth.audit_log_entries (payload, created_at, ip_address)
     select json_build_object('action', case n % 5 when 0 then 'login' else 'token_revoked' end, 'actor_id', gen_random_uuid(),
              'actor_username', n || '@example.test'),
            now() - n * interval '800 days' / ${rows}, '203.0.113.9'
       from generate_series(1, ${rows}) as n`,
  )
  psql(
    url,
    `insert into public.audit_log (action, subject_type, subject_id, details, created_at)
     select 'plan_changed', 'plan', n::text, '{}', now() - n * interval '1460 days' / ${rows}
       from generate_series(1, ${rows}) as n`,
  )
  psql(
    url,
    `insert into ops.rate_limits (key, tokens, burst, updated_at)
     select 'auth token ' || n, 1, 30, now() - n * interval '2 days' / ${rows} from generate_series(1, ${rows}) as n`,
  )
  psql(
    url,
    `insert into auth.flow_state (authentication_method, provider, created_at)
     select 'oauth', 'github', now() - n * interval '14 days' / ${rows} from generate_series(1, ${rows}) as n`,
  )
  psql(
    url,
    `insert into ops.jobs (kind, payload, state, finished_at)
     select 'copy-picture', jsonb_build_object('userId', gen_random_uuid()), 'done', now() - n * interval '2 days' / ${rows}
       from generate_series(1, ${rows}) as n`,
  )
  psql(url, 'vacuum analyze')
}

/** Lets the server's own jobs run, and waits for all of them. */
export async function sweepGrown(url) {
  const count = () =>
    Number(
      psql(
        url,
        `select (select count(*) from auth.audit_log_entries) + (select count(*) from public.audit_log)
              + (select count(*) from ops.rate_limits) + (select count(*) from auth.flow_state)`,
      ),
    )
  const before = count()
  const ids = psql(
    url,
    `update ops.jobs set run_at = now() where kind in ${SWEEPS} and state = 'waiting' returning quote_literal(id)`,
  ).replaceAll('\n', ', ')
  const states = () =>
    psql(url, `select state, count(*) from ops.jobs where id in (${ids}) group by state`)
  const began = performance.now()
  while (states() !== 'done|3') {
    if (performance.now() - began > SWEEP_LIMIT_MS) throw new Refusal(`The sweeps are ${states()}.`)
    await pause(200)
  }

  return { swept: before - count(), seconds: Math.round((performance.now() - began) / 1000) }
}

const LISTS = 100
export const ADMIN = { email: 'admin@example.test', password: 'a password of the trial' }

/** How long the deletion of an account takes: whatever names the person is looked for in all of these tables. */
export async function deleteAccount(server, secretKey) {
  const id = await createAccount(server, secretKey, { email: 'leaving@example.test' })
  const began = performance.now()
  await askIdentity(server, secretKey, 'DELETE', `/admin/users/${id}`)

  return Math.round(performance.now() - began)
}

/** The time of 95 of 100 first pages of both logs, with their counts: all, of one action, of one day. */
export async function listLogs(server, secretKey) {
  await createAccount(server, secretKey, ADMIN)
  const { access_token: token } = await signIn(server, ADMIN)
  const day = new Date().toISOString().slice(0, 10)
  const filters = [
    { source: 'actions' },
    { source: 'actions', name: 'plan_changed' },
    { source: 'actions', day },
    { source: 'sign_ins' },
    { source: 'sign_ins', name: 'login' },
    { source: 'sign_ins', day },
  ]
  const tookMs = []
  for (let n = 0; n < LISTS; n++) {
    const began = performance.now()
    const body = { action: 'audit', ...filters[n % filters.length] }
    await ask(`${server.url}/functions/v1/admin-sync`, 'POST', token, body)
    tookMs.push(performance.now() - began)
  }

  return Math.ceil(tookMs.toSorted((one, other) => one - other)[Math.floor(LISTS * 0.95)])
}

const createAccount = async (server, secretKey, account) =>
  (
    await askIdentity(server, secretKey, 'POST', '/admin/users', {
      ...account,
      email_confirm: true,
    })
  ).id

const askIdentity = ({ url }, secretKey, method, path, body = {}) =>
  ask(`${url}/auth/v1${path}`, method, secretKey, body)

async function ask(address, method, token, body) {
  const answer = await fetch(address, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.status !== 200) throw new Refusal(`${method} ${address} answered ${answer.status}.`)

  return answer.json()
}
