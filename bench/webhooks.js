// 1,000 webhooks of 500 subscriptions, each delivered twice and in any order: whether they end in the provider's state,
// and how many a second are stored and processed, against plain inserts of the same bodies.
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { clock, inScratch, onBoth } from './databases.js'
import { source } from './source.js'

const SUBSCRIPTIONS = 500
const AT_ONCE = 8
const log = { debug() {}, info() {}, warn() {}, error: console.error, fatal: console.error }

const { theServer } = await source('platform/src/db/database.ts')
const { rateLimits } = await source('platform/src/limits/rate-limits.ts')
const { startJobs } = await source('platform/src/jobs/start-jobs.ts')
const { platformJobs } = await source('platform/src/jobs/platform-jobs.ts')
const { openOutbox } = await source('platform/src/mail/outbox.ts')
const { keyring: openKeyring } = await source('platform/src/sealing/keyring.ts')
const { jobKinds } = await source('server/src/jobs/job-kinds.ts')
const { templates } = await source('server/src/mails/templates.ts')
const { openBilling } = await source('server/src/compose/open-billing.ts')
const { mailBrandOf } = await source('server/src/compose/mail-brand.ts')
const { readConfig } = await source('server/src/config/read-config.ts')
const { receiveEvent } = await source('server/src/billing/events/receive-event.ts')
const { eventWork } = await source('server/src/billing/events/process-events.ts')
const { startCheckout } = await source('standins/src/checkout/app.ts')

await onBoth((db, name) =>
  inScratch(async (dataDir) => {
    const standin = await startCheckout({ dataDir })
    const config = readConfig(standin.env)
    const keyring = openKeyring([{ id: 'bench', bytes: randomBytes(32) }])
    const outbox = openOutbox({ keyring, brand: mailBrandOf(config.public), templates })
    const limits = rateLimits(db)
    const { forJobs } = openBilling({ config, db, clock, log, limits, outbox })
    const kinds = { ...platformJobs, ...jobKinds }
    // Nothing is processed until all is stored, so that both can be told apart.
    await (await startJobs({ db, clock, log, kinds, work: {} })).stop()
    const bodies = await play(db, standin)
    const deliveries = shuffled([...bodies, ...bodies])

    const inserts = await seconds(() =>
      each(deliveries, (body) =>
        db.ask(theServer, {
          text: `insert into ops.app_settings (key, value) values ($1, to_jsonb($2::text))`,
          values: [randomUUID(), body],
        }),
      ),
    )
    const needs = { db, secrets: [standin.webhookSecret], storeId: '1', isTest: true }
    const received = await seconds(() =>
      each(deliveries, (body) =>
        receiveEvent(needs, { body: Buffer.from(body), signature: sign(standin, body) }),
      ),
    )
    const jobs = await startJobs({ db, clock, log, kinds, work: eventWork(forJobs) })
    const worked = await seconds(() => jobs.drain())

    const rate = (time) => `${(deliveries.length / time).toFixed(0)} /s`.padStart(8)
    const share = (time) => `${(inserts / time).toFixed(2)} of plain inserts`
    console.log(`\n${name}: ${bodies.length} webhooks, ${deliveries.length} deliveries`)
    console.log(`  plain inserts          ${rate(inserts)}`)
    console.log(`  stored                 ${rate(received)}   ${share(received)}`)
    console.log(`  stored and processed   ${rate(received + worked)}   ${share(received + worked)}`)
    console.log(`  ${await comparison(db, forJobs.reconcilerProvider)}`)
    await jobs.stop()
    await standin.close()
  }),
)
process.exit(0)

/** Members with a subscription each, every second one cancelled. Returns the first and the last event of each. */
async function play(db, standin) {
  const [plan] = await ask(
    db,
    `insert into public.plans (name, price, interval, lemon_squeezy_id) values ('Pro Monthly', 4, 'month', '1001')
     returning id`,
  )
  await ask(
    db,
    `insert into auth.users (id, aud, role, email, email_confirmed_at)
     select id, 'authenticated', 'authenticated', id || '@example.test', now()
       from (select gen_random_uuid() as id from generate_series(1, ${SUBSCRIPTIONS})) as fresh`,
  )
  const checkouts = await ask(
    db,
    `insert into public.checkouts (user_id, plan_id, variant_id, success_url, cancel_url)
     select id, $1, '1001', '', '' from auth.users
     returning id, user_id`,
    [plan.id],
  )
  await control(standin, 'PUT', 'webhooks', { lose: true })
  for (const [i, { id, user_id }] of checkouts.entries()) {
    const customData = { user_id, checkout_id: id }
    const email = `${user_id}@example.test`
    const sold = await control(standin, 'POST', 'subscriptions', { email, customData })
    if (i % 2) await control(standin, 'POST', `subscriptions/${sold.subscriptionId}/cancel`, {})
  }

  // Newest first.
  const told = await control(standin, 'GET', 'deliveries')
  const bySubscription = new Map()
  for (const { event, objectType, objectId, payload } of told) {
    if (objectType !== 'subscriptions') continue
    const body = JSON.stringify(payload)
    const known = bySubscription.get(objectId)
    if (!known) bySubscription.set(objectId, [body])
    else if (event === 'subscription_created') known.push(body)
  }
  return [...bySubscription.values()].flat()
}

async function comparison(db, provider) {
  const rows = await ask(
    db,
    'select lemon_squeezy_subscription_id as id, status, ends_at from public.subscriptions',
  )
  const ours = new Map(rows.map((row) => [row.id, row]))
  let [same, all] = [0, 0]

  for await (const page of provider.subscriptions()) {
    for (const { id, attributes } of page) {
      const known = ours.get(id)
      const endsAt = attributes.ends_at ? new Date(attributes.ends_at).getTime() : undefined
      all += 1
      if (known?.status === attributes.status && known.ends_at?.getTime() === endsAt) same += 1
    }
  }
  return `${same} of ${all} subscriptions are as the provider has them`
}

function sign({ webhookSecret }, body) {
  return createHmac('sha256', webhookSecret).update(body).digest('hex')
}

async function ask(db, text, values = []) {
  return (await db.ask(theServer, { text, values })).rows
}

async function control({ url }, method, path, body) {
  const answer = await fetch(`${url}/_control/${path}`, {
    method,
    headers: { 'x-standin-control': '1' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)

  return text === '' ? null : JSON.parse(text)
}

function shuffled(list) {
  return list
    .map((one) => [Math.random(), one])
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one)
}

async function each(list, work) {
  const left = [...list]
  const lane = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

async function seconds(work) {
  const began = performance.now()
  await work()

  return (performance.now() - began) / 1000
}
