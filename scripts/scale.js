import { setTimeout as pause } from 'node:timers/promises'
import { readyServer } from './chaos-product.js'
import { prepare } from './prepare.js'
import { main, Refusal, say } from './run.js'
import { rollingDeploy } from './scale-deploy.js'
import { ADMIN, deleteAccount, growRows, listLogs, sweepGrown } from './scale-growth.js'
import { importsAtOnce, workerKilled } from './scale-imports.js'
import { perSecond, startLoad, TABLE } from './scale-load.js'
import { noisyNeighbour } from './scale-neighbour.js'
import { packetsDropped } from './scale-network.js'
import { psql, startPooler } from './scale-programs.js'
import { replicaBehind } from './scale-replica.js'
import { refuseLost, SECRET_KEY, summary, withPostgres, withTwoServers } from './scale-servers.js'
import { startTemporaryPostgres } from './temporary-postgres.js'

const RATE = 200

/** Several servers over one PostgreSQL. Each trial returns what it saw, or throws. */
const TRIALS = {
  'a server killed and started again': () =>
    withTwoServers(async ({ balancer, servers, startAgain, database }) => {
      const load = startLoad(balancer.url, { secretKey: SECRET_KEY, perSecond: RATE })
      await pause(5_000)
      const inFlight = load.seen().pending
      await servers[0].kill()
      await pause(5_000)
      await startAgain(0)
      await pause(5_000)
      const { sent, acknowledged, failures } = await load.stop()
      refuseLost(database, acknowledged)
      // The balancer notices within half a second.
      if (failures.length > inFlight + RATE / 2) {
        throw new Refusal(`${failures.length} failed ${summary(failures)}`)
      }
      return `${sent} requests, ${inFlight} in flight at the kill, ${failures.length} failed ${summary(failures)}; 0 of ${acknowledged.length} writes lost or doubled`
    }),

  'two servers replaced in turn by SIGTERM, five times': () =>
    withTwoServers(async ({ balancer, servers, startAgain, database }) => {
      const load = startLoad(balancer.url, { secretKey: SECRET_KEY, perSecond: RATE })
      for (let round = 0; round < 5; round++) {
        await pause(1_500)
        await servers[round % 2].stop()
        await startAgain(round % 2)
      }
      await pause(1_500)
      const { sent, acknowledged, failures, slowestMs } = await load.stop()
      refuseLost(database, acknowledged)
      if (failures.length > 0) throw new Refusal(`${failures.length} failed ${summary(failures)}`)
      return `0 of ${sent} requests failed, slowest ${Math.round(slowestMs)} ms; 0 of ${acknowledged.length} writes lost or doubled`
    }),

  'the primary killed, its standby promoted': () =>
    withPostgres(async ({ postgres, env }) => {
      const standby = await startTemporaryPostgres({ standbyOf: postgres.url })
      const both = postgres.url.replace(/(@[^/]+)/, `$1,${new URL(standby.url).host}`)
      const first = await readyServer(env)
      psql(postgres.url, TABLE)
      await first.stop()
      psql(postgres.url, `alter system set synchronous_standby_names = '*'`)
      psql(postgres.url, 'select pg_reload_conf()')
      const server = await readyServer({ ...env, DATABASE_URL: both })
      try {
        return await writeThroughPromotion({ server, postgres, standby })
      } finally {
        await server.kill()
        await standby.stop()
      }
    }),

  'PgBouncer in transaction mode, DATABASE_PREPARED=off': () =>
    withPostgres(async ({ postgres, env }) => {
      const direct = await readyServer(env)
      psql(postgres.url, TABLE)
      psql(
        postgres.url,
        `alter role gitferry_server set statement_timeout = '10s';
         alter role gitferry_server set idle_in_transaction_session_timeout = '30s'`,
      )
      const pooler = await startPooler(postgres.url)
      const behind = { ...env, DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: postgres.url }
      const pooled = await readyServer({ ...behind, DATABASE_PREPARED: 'off' })
      try {
        const rates = []
        // In turn, so that both meet the same machine.
        for (let round = 0; round < 3; round++)
          rates.push([await rateOf(direct), await rateOf(pooled)])
        const [, middle] = rates.map(([of, to]) => [of, to, to / of]).sort((a, b) => a[2] - b[2])
        const refused = await readyServer({ ...behind, DATABASE_PREPARED: 'auto' }).then(
          () => false,
          () => true,
        )
        if (!refused) throw new Refusal('auto did not refuse a pooler that mixes statements.')
        const [of, to, ratio] = middle
        return `${Math.round(of)} reads a second directly, ${Math.round(to)} behind it: ${ratio.toFixed(2)} of it, in the median; auto refuses to start`
      } finally {
        await Promise.all([direct.kill(), pooled.kill()])
        await pooler.stop()
      }
    }),

  'a million rows in each log, limits, sign-ins and jobs': () =>
    withPostgres(async ({ postgres, env }) => {
      const server = await readyServer({ ...env, ADMIN_EMAILS: ADMIN.email })
      try {
        growRows(postgres.url, 1_000_000)
        const deletionMs = await deleteAccount(server, SECRET_KEY)
        const p95Ms = await listLogs(server, SECRET_KEY)
        const { swept, seconds } = await sweepGrown(postgres.url)
        const outcome = `95 of 100 audit lists below ${p95Ms} ms; an account deleted in ${deletionMs} ms; sweeps deleted ${swept} rows in ${seconds} s`
        if (Math.max(p95Ms, deletionMs) > LONGEST_MS) throw new Refusal(outcome)
        return outcome
      } finally {
        await server.kill()
      }
    }),

  'packets to PostgreSQL dropped for 30 s': packetsDropped,
  'a replica that falls 5 s behind': replicaBehind,
  'a rolling deploy, back, and its contracts': rollingDeploy,
  'a noisy neighbour': noisyNeighbour,
  'a worker killed in an import and in mails': workerKilled,
  'fifty private imports at once': importsAtOnce,
}

const LONGEST_MS = 300
const WRITES_BEFORE = 5_000
const LONGEST_OUTAGE_MS = 15_000
const WAIT_LIMIT_MS = 180_000

async function writeThroughPromotion({ server, postgres, standby }) {
  const load = startLoad(server.url, { secretKey: SECRET_KEY, perSecond: RATE })
  const until = async (isSo) => {
    const end = performance.now() + WAIT_LIMIT_MS
    while (!isSo(load.seen())) {
      if (performance.now() > end)
        throw new Refusal(`Too few writes ${summary(load.seen().failures)}`)
      await pause(20)
    }
  }
  await until(({ acknowledged }) => acknowledged.length >= WRITES_BEFORE)
  await postgres.crash()
  await pause(2_000)
  psql(standby.url, 'select pg_promote()')
  psql(standby.url, `alter system set synchronous_standby_names = ''`)
  psql(standby.url, 'select pg_reload_conf()')
  const promoted = performance.now()
  const before = load.seen().acknowledged.length
  await until(({ acknowledged }) => acknowledged.length > before)
  const outageMs = Math.round(performance.now() - promoted)
  await pause(3_000)
  const { acknowledged, failures } = await load.stop()
  refuseLost(standby.url, acknowledged)
  if (outageMs > LONGEST_OUTAGE_MS) throw new Refusal(`The first write came after ${outageMs} ms.`)
  if (failures.some((one) => one !== 503)) throw new Refusal(`It answered ${summary(failures)}.`)

  return `0 of ${acknowledged.length} writes lost, the first ${outageMs} ms after the promotion; meanwhile ${summary(failures)}`
}

async function scale() {
  const words = process.argv.slice(2)
  const chosen = Object.entries(TRIALS).filter(([name]) => words.every((one) => name.includes(one)))
  if (chosen.length === 0) throw new Refusal(`The trials: ${Object.keys(TRIALS).join('; ')}`)
  await prepare('test', ['web', 'compression', 'platform', 'server', 'standins'])

  let failed = 0
  say('| trial | outcome | seconds |\n|---|---|---|')
  for (const [name, trial] of chosen) {
    const began = performance.now()
    const outcome = await trial().catch((error) => {
      failed += 1
      return `FAILED: ${error.message}`
    })
    say(`| ${name} | ${outcome} | ${Math.round((performance.now() - began) / 1000)} |`)
  }
  process.exit(failed > 0 ? 1 : 0)
}

const rateOf = ({ url }) =>
  perSecond(8, 4, async () => {
    const answer = await fetch(`${url}/rest/v1/plans?select=id,price`, {
      headers: { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}` },
    })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Refusal(`A read answered ${answer.status}.`)
  })

await main(scale)
