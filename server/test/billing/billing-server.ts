import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileClock } from '@app/platform/clock/file-clock.ts'
import type { Environment } from '@app/platform/config/environment.ts'
import { type Database, theServer } from '@app/platform/db/database.ts'
import { freePort } from '@app/platform/test/databases/free-port.ts'
import { forThisFile } from '@app/platform/test/for-this-file.ts'
import type { AtEnd } from '@app/platform/test/fresh-database.ts'
import { recycledDatabase } from '@app/platform/test/recycled-database.ts'
import { startCheckout } from '@app/standins/checkout'
import { afterEach } from 'vitest'
import type { CallLimits } from '#outside/lemon-squeezy/api.ts'
import { addRow } from '#test/add-row.ts'
import { JWT_SECRET, newMember, type TestMember } from '#test/new-member.ts'
import { startTestServer } from '#test/test-server.ts'
import { playProvider } from './play-provider.ts'

export type { TestMember }
export type BillingServer = Awaited<ReturnType<typeof openServer>>
export type Answer = { status: number; headers: Headers; body: Record<string, unknown> }

const PUBLISHABLE_KEY = 'sb_publishable_0123456789abcdefghij'

/** A short retry delay proves as much as the real one. */
const SHORT_PAUSES = { pauseMs: 10 }

type Options = { env?: Environment; servers?: number }

/** The product and a payment provider that share a clock, for all tests of a file. */
export function useBillingServer(options: Options = {}): () => BillingServer {
  const server = forThisFile((atEnd) => openServer(options, atEnd))
  // Tests share the request budget of all servers, and a quick machine would use it up.
  afterEach(async () => {
    await server().sql(`delete from ops.rate_limits where key like 'lemon-squeezy%'`)
  })

  return server
}

export async function openServer({ env = {}, servers: count = 1 }: Options, atEnd: AtEnd) {
  const dataDir = await mkdtemp(join(tmpdir(), 'gitferry-billing-'))
  atEnd(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const siteUrl = `http://127.0.0.1:${port}`
  const checkout = await startCheckout({ dataDir, productUrl: siteUrl })
  atEnd(checkout.close)
  const clock = fileClock(join(dataDir, 'standins', 'clock.json'))
  const db = await recycledDatabase(clock, atEnd)
  const given = {
    APP_ENCRYPTION_KEYS: `t1:${Buffer.alloc(32, 7).toString('base64')}`,
    JWT_SECRET,
    PUBLISHABLE_KEY,
    AUTH_RATE_LIMIT_FACTOR: '0',
    SITE_URL: siteUrl,
    ...checkout.env,
    ...env,
  }
  const running = new Set<Awaited<ReturnType<typeof startTestServer>>>()
  const start = async (own: Environment, limits: Partial<CallLimits> = {}) => {
    const server = await startTestServer({
      db,
      clock,
      atEnd,
      env: { ...given, ...own },
      adjust: (config) => ({
        ...config,
        lemonSqueezy: {
          ...config.lemonSqueezy,
          limits: { ...config.lemonSqueezy.limits, ...SHORT_PAUSES, ...limits },
        },
      }),
    })
    running.add(server)
    const stop = () => {
      running.delete(server)
      return server.stop()
    }
    return { ...server, stop }
  }
  const first = await start({ PORT: String(port) })
  const servers = [first]
  while (servers.length < count) servers.push(await start({}))
  const sql = sqlOf(db)
  const plans = {
    monthly: await addPlan(sql, {
      name: 'Pro Monthly',
      price: 4,
      interval: 'month',
      lemon_squeezy_id: '1001',
    }),
    annual: await addPlan(sql, {
      name: 'Pro Annual',
      price: 40,
      interval: 'year',
      lemon_squeezy_id: '1002',
    }),
    free: await addPlan(sql, { name: 'Free', price: 0 }),
  }
  const provider = playProvider(checkout)
  // Registered first, so that it runs last: later deliveries would write into a deleted folder.
  atEnd(async () => {
    await provider.webhooks({ lose: true })
    await provider.deliveries()
  })

  const call = (name: string, as: TestMember | null, body: unknown = {}, server = 0) =>
    callFunction(`${servers[server]?.url}/functions/v1/${name}`, as?.token ?? null, body)
  /** Delivers what the provider has sent, and does all work that follows. */
  /** Twice, because what a job changes at the provider comes back as an event. */
  const settle = async () => {
    for (let round = 0; round < 2; round++) {
      await provider.deliveries()
      // Any of them may have taken a job.
      await Promise.all([...running].map((one) => one.settle()))
    }
  }

  return {
    checkout,
    provider,
    plans,
    siteUrl,
    sql,
    db,
    clock,
    call,
    settle,
    stop: first.stop,
    startAnother: start,
    logged: () => servers.flatMap(({ logged }) => logged).join(''),
    newMember: (level: { aal?: string; hasFactor?: boolean } = {}) =>
      newMember(sql, { ...level, lasts: '20 years', now: clock.now() }),
    ...buying({ sql, call, settle, provider, plans }),
    ...looking({ sql, siteUrl }),
  }
}

type Sql = ReturnType<typeof sqlOf>
type Plans = { monthly: string; annual: string; free: string }
type Call = (name: string, as: TestMember, body: unknown) => Promise<Answer>

const sqlOf =
  (db: Database) =>
  async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    (await db.ask<Row>(theServer, { text, values })).rows

const addPlan = (sql: Sql, plan: Record<string, unknown>) => addRow(sql, 'plans', plan)

export async function callFunction(url: string, as: string | null, body: unknown): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as}` }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

  const { message, ...read } = (await answer.json()) as Record<string, unknown>
  // The host repeats `error` for older clients.
  if (message !== read.error) throw new Error(`Two messages: ${message} and ${read.error}`)

  return { status: answer.status, headers: answer.headers, body: read }
}

type BuyingNeeds = {
  sql: Sql
  call: Call
  settle: () => Promise<void>
  provider: ReturnType<typeof playProvider>
  plans: Plans
}

function buying({ sql, call, settle, provider, plans }: BuyingNeeds) {
  /** Opens a checkout and pays it, before any webhook has arrived. */
  const pay = async (
    member: TestMember,
    plan: keyof Plans = 'monthly',
    how: Record<string, unknown> = {},
  ) => {
    const { status, body } = await call('create-checkout', member, { planId: plans[plan] })
    if (status !== 200) throw new Error(`create-checkout: ${status} ${JSON.stringify(body)}`)
    const [opened] = await sql<{ provider_id: string }>(
      `select provider_id from public.checkouts where user_id = $1 order by created_at desc limit 1`,
      [member.id],
    )
    return provider.pay(opened?.provider_id ?? '', how)
  }

  return {
    pay,
    /** Buys a plan and waits until it is known here. */
    buy: async (
      member: TestMember,
      plan: keyof Plans = 'monthly',
      how: Record<string, unknown> = {},
    ) => {
      const bought = await pay(member, plan, how)
      await settle()
      const [row] = await sql<{ id: string }>(
        'select id from public.subscriptions where lemon_squeezy_subscription_id = $1',
        [String(bought.subscriptionId)],
      )
      return { ...bought, id: row?.id ?? '' }
    },
  }
}

/** The product's rows about the subscription. */
function looking({ sql, siteUrl }: { sql: Sql; siteUrl: string }) {
  return {
    subscriptionOf: async ({ id }: TestMember) =>
      (
        await sql(
          'select * from public.subscriptions where user_id = $1 order by created_at desc',
          [id],
        )
      )[0],
    /** As the extension asks. */
    statusOf: async ({ id, token }: TestMember) => {
      const answer = await fetch(`${siteUrl}/rest/v1/rpc/get_subscription_status`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          apikey: PUBLISHABLE_KEY,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ input_user_id: id }),
      })
      return ((await answer.json()) as Record<string, unknown>[])[0] ?? null
    },
    mailsTo: async ({ email }: TestMember) =>
      (
        await sql<{ template: string }>(
          'select template from ops.mail_outbox where to_address = $1 order by created_at, id',
          [email],
        )
      ).map(({ template }) => template),
    paymentsOf: ({ id }: TestMember) =>
      sql(
        `select provider_invoice_id, amount::float8 as amount, refunded_amount::float8 as refunded_amount, status
           from public.transactions where user_id = $1 order by created_at, provider_invoice_id`,
        [id],
      ),
    outcomesOf: async (subscriptionId: number | string) =>
      (
        await sql<{ outcome: string | null }>(
          `select outcome from ops.webhook_events
            where provider = 'lemon-squeezy' and object_type = 'subscription' and object_id = $1
            order by received_at, id`,
          [String(subscriptionId)],
        )
      ).map(({ outcome }) => outcome),
  }
}
