// A hundred calls for one member's GitHub token at once, at two servers: how often GitHub is asked, and what it costs.
import { randomBytes, randomUUID } from 'node:crypto'
import { clock, inScratch, onBoth } from './databases.js'
import { compare, report } from './measure.js'
import { source } from './source.js'

const AT_ONCE = 100
const log = { debug() {}, info() {}, warn() {}, error: console.error, fatal: console.error }

const { theServer } = await source('platform/src/db/database.ts')
const { jobKinds } = await source('server/src/jobs/job-kinds.ts')
const { startJobs } = await source('platform/src/jobs/start-jobs.ts')
const { openGithub } = await source('server/src/outside/github/github.ts')
const { keyring: openKeyring } = await source('platform/src/sealing/keyring.ts')
const { singleFlight } = await source('server/src/code-host/single-flight.ts')
const { startConnection } = await source('server/src/code-host/start-connection.ts')
const { finishConnection } = await source('server/src/code-host/finish-connection.ts')
const { giveToken } = await source('server/src/code-host/give-token.ts')
const { startGithub } = await source('standins/src/github/app.ts')

const keyring = openKeyring([{ id: 'bench', bytes: randomBytes(32) }])

await onBoth((db, name) =>
  inScratch(async (dataDir) => {
    // The queue must be there before a connection sends for the member's picture.
    await (await startJobs({ db, clock, log, kinds: jobKinds, work: {} })).stop()
    const standin = await startGithub({ dataDir })
    const servers = [serverOver(db, standin), serverOver(db, standin)]
    const member = await connectedMember(db, servers[0], standin)
    const ask = (i) => giveToken(servers[i % 2], member.id, { check: false })

    report(
      `${name}, a token that is good, ten at once`,
      await compare(
        {
          'bare row': () =>
            db.ask(theServer, {
              text: 'select * from public.github_integrations where user_id = $1',
              values: [member.id],
            }),
          'get-github-token': ask,
        },
        { atOnce: 10 },
      ),
      'bare row',
    )

    const before = await tokenCalls(standin)
    await db.ask(theServer, {
      text: `update public.github_integrations set expires_at = now() - interval '1 minute'`,
    })
    const began = performance.now()
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => ask(i)))
    const ms = performance.now() - began
    const tokens = new Set(answers.map((one) => one.access_token)).size
    console.log(`\n${name}, ${AT_ONCE} calls with an expired token, two servers`)
    console.log(`  renewals at GitHub   ${(await tokenCalls(standin)) - before}`)
    console.log(`  different tokens     ${tokens}`)
    console.log(`  all answered in      ${ms.toFixed(0)} ms`)
    await standin.close()
  }),
)
process.exit(0)

function serverOver(db, { webUrl, apiUrl, app }) {
  const settings = {
    webUrl,
    apiUrl,
    userAgent: 'bench',
    clientId: app.clientId,
    clientSecret: app.clientSecret,
    limitMs: 10_000,
    app: { id: null, slug: app.slug, privateKey: null },
  }

  return {
    db,
    clock,
    log,
    keyring,
    github: openGithub(settings, clock),
    siteUrl: 'http://127.0.0.1:3000',
    renewals: singleFlight(),
    lookups: singleFlight(),
    checks: singleFlight(),
  }
}

async function connectedMember(db, server, { webUrl }) {
  const member = { id: randomUUID() }
  await db.ask(theServer, {
    text: `insert into auth.users (id, aud, role, email) values ($1, 'authenticated', 'authenticated', $2)`,
    values: [member.id, `${member.id}@example.test`],
  })
  await fetch(`${webUrl}/_control/installations`, {
    method: 'POST',
    headers: { 'x-standin-control': '1' },
    body: JSON.stringify({ person: 'mia-torres' }),
  })
  const { url, state } = await startConnection(server, member)
  const body = new URLSearchParams({ person: 'mia-torres' })
  const sent = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const code = new URL(sent.headers.get('location')).searchParams.get('code')
  await finishConnection(server, member, { code, state, installationId: null })

  return member
}

async function tokenCalls({ webUrl }) {
  const asked = await (await fetch(`${webUrl}/_control/requests`)).json()

  return asked.filter((one) => one.path.startsWith('/login/oauth/access_token')).length
}
