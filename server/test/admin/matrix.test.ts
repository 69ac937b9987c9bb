import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCheckout } from '@app/standins/checkout'
import { expect, onTestFinished, test } from 'vitest'
import { addRow } from '#test/add-row.ts'
import { table } from '#test/rights.ts'
import { startAdminServer } from './admin-server.ts'

type Caller = { id: string; token: string } | null
type Server = Awaited<ReturnType<typeof startAdminServer>>

const oauthClient = {
  name: 'App',
  uri: '',
  redirectUris: ['https://app.example/'],
  isFirstParty: false,
}

const ssoProvider = {
  metadataXml: '<a/>',
  domains: ['company.example'],
  mapping: {},
  nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  resourceId: '',
}

/** Every action with unknown ids: an admitted caller gets "not found" or an answer. */
const FUNCTIONS: Record<string, Record<'R' | 'W' | 'D', object[]>> = {
  'admin-users': {
    R: [{ action: 'list' }, of('get'), of('sign_ins'), { action: 'export' }],
    W: [of('confirm'), of('resend_confirmation'), of('send_reset')],
    D: [
      of('set_role', { role: 'member' }),
      of('ban', { duration: '24h', reason: 'Spam' }),
      of('unban'),
      of('sign_out'),
      of('remove_factors', { reason: 'Lost' }),
      of('remove_passkey', { passkeyId: randomUUID(), reason: 'Lost' }),
      of('delete', { confirmation: 'x@example.test', reason: 'Asked' }),
    ],
  },
  'admin-billing': {
    R: [
      { action: 'list' },
      { action: 'get', subscriptionId: randomUUID() },
      { action: 'unclaimed' },
      { action: 'plans' },
      { action: 'export' },
    ],
    W: [{ action: 'check', subscriptionId: randomUUID() }, { action: 'check_plans' }],
    D: [
      { action: 'assign', providerId: '1', userId: randomUUID() },
      { action: 'cancel', subscriptionId: randomUUID(), reason: 'Asked' },
      { action: 'resume', subscriptionId: randomUUID(), reason: 'Asked' },
      { action: 'refund', paymentId: randomUUID(), amountCents: 100, refundedCents: 0 },
      {
        action: 'save_plan',
        name: 'Pro Monthly',
        description: null,
        features: [],
        sortOrder: 1,
        isOnSale: false,
        variantId: null,
      },
    ],
  },
  'admin-oauth': {
    R: [{ action: 'clients' }],
    W: [],
    D: [
      { action: 'create', ...oauthClient, isPublic: false },
      { action: 'update', id: randomUUID(), ...oauthClient },
      { action: 'regenerate_secret', id: randomUUID() },
      { action: 'delete', id: randomUUID() },
    ],
  },
  'admin-sso': {
    R: [{ action: 'providers' }, { action: 'test', id: randomUUID(), testId: randomUUID() }],
    W: ['fetch_metadata', 'begin_test'].map((action) => ({ action, id: randomUUID() })),
    D: [
      { action: 'create', ...ssoProvider },
      { action: 'update', id: randomUUID(), ...ssoProvider },
      { action: 'set_disabled', id: randomUUID(), isDisabled: true },
      { action: 'delete', id: randomUUID() },
    ],
  },
  'admin-sync': {
    R: [
      { action: 'overview' },
      { action: 'webhooks' },
      { action: 'webhook', id: randomUUID() },
      { action: 'jobs' },
      { action: 'mails' },
      { action: 'clones' },
      { action: 'audit' },
      { action: 'health' },
      { action: 'repositories', member: 'nobody@example.test' },
    ],
    W: [
      { action: 'replay', id: randomUUID() },
      { action: 'replay_all' },
      { action: 'retry_job', kind: 'send-mail', id: randomUUID() },
      { action: 'discard_job', kind: 'send-mail', id: randomUUID() },
      { action: 'resend_mail', id: randomUUID() },
      { action: 'delete_clone', id: randomUUID() },
      { action: 'recheck_repositories', userId: randomUUID() },
      { action: 'test_mail' },
      { action: 'reconcile' },
    ],
    D: [],
  },
  'manage-feedback': {
    R: [{ action: 'issue_repository' }],
    W: [
      ...['delete', 'restore', 'create_github_issue'].map((action) => ({
        action,
        feedbackId: randomUUID(),
      })),
      {
        action: 'reply',
        feedbackId: randomUUID(),
        replyId: randomUUID(),
        text: 'x',
        repliesSeen: 0,
      },
    ],
    D: [],
  },
}

const RPCS: Record<string, object> = {
  search_feedback: { input_words: 'push' },
  count_feedback: {},
  get_admin_figures: { input_days: 7 },
  get_feedback_analytics: { input_days: 7 },
}

test('who sees and changes what by the data API', async () => {
  const server = await startAdminServer()
  const callers = await server.allCallers()
  const ids = await someRows(server)
  for (const caller of Object.values(callers)) {
    if (caller) await addSubscription(server, caller.id)
  }
  const seen = (name: string, own: string) => async (caller: Caller) => {
    const { status, rows } = await rest(server, caller, `${name}?select=*`)
    if (status !== 200) return String(status)
    const others = rows.filter((row) => row[own] !== caller?.id)
    if (others.length > 0) return 'all'
    return rows.length > 0 ? 'own' : 'none'
  }
  const changed = (path: string, data: () => object) => async (caller: Caller) => {
    const { status, rows } = await rest(server, caller, path, { method: 'PATCH', data: data() })
    return status === 200 ? `${rows.length}-rows` : String(status)
  }
  const added = (path: string, data: () => object) => async (caller: Caller) =>
    String((await rest(server, caller, path, { method: 'POST', data: data() })).status)

  let order = 1

  const found = await matrix(callers, {
    users: seen('users', 'id'),
    subscriptions: seen('subscriptions', 'user_id'),
    transactions: seen('transactions', 'user_id'),
    feedback: seen('user_feedback', 'user_id'),
    analytics: seen('analytics', 'user_id'),
    audit: seen('audit_log', 'actor_id'),
    triage: changed(`user_feedback?id=eq.${ids.feedback}`, () => ({ admin_notes: randomUUID() })),
    resource: changed(`resources?id=eq.${ids.resource}`, () => ({ title_en: randomUUID() })),
    'add-resource': added('resources', () => ({
      category_id: ids.category,
      title_en: 'New',
      title_es: 'Nuevo',
      url: '/docs',
    })),
    list: changed('feedback_categories?code=eq.bug', () => ({ sort_order: ++order })),
    'add-reason': added('feedback_reasons', () => ({
      code: `r${randomUUID().replaceAll('-', '')}`,
      reason_group: 'other',
    })),
  })

  expect(found).toBe(
    table(`
                       users  subscriptions  transactions  feedback  analytics  audit  triage  resource  add-resource  list    add-reason
      visitor          401    401            401           401       401        401    401     401       401           401     401
      member           own    own            own           none      none       none   0-rows  0-rows    403           0-rows  403
      factor-not-used  none   none           none          none      none       none   0-rows  0-rows    403           0-rows  403
      admin            all    all            all           all       all        all    1-rows  1-rows    201           1-rows  201
      old-proof        all    all            all           all       all        all    1-rows  1-rows    201           1-rows  201
      demoted          own    own            own           none      none       none   0-rows  0-rows    403           0-rows  403
      banned           own    own            own           none      none       none   0-rows  0-rows    403           0-rows  403
    `),
  )
  const lines = await linesBy(server, callers)
  const written = [
    'feedback_changed',
    'resource_changed',
    'resource_added',
    'feedback_category_changed',
    'feedback_reason_added',
  ]
  const none: string[] = []
  expect(lines).toEqual({
    visitor: none,
    member: none,
    'factor-not-used': none,
    admin: written,
    'old-proof': written,
    demoted: none,
    banned: none,
  })
})

test('who may call what the admin area asks for, and what is for nobody', async () => {
  const server = await startAdminServer()
  const callers = await server.allCallers()
  const called =
    (path: string, body: object, headers: object = {}) =>
    async (caller: Caller) => {
      const answer = await send(server, caller, path, { method: 'POST', data: body, headers })
      return String(answer.status)
    }
  const refused =
    (path: string, headers: object = {}) =>
    async (caller: Caller) =>
      (await send(server, caller, path, { headers })).status >= 400 ? 'refused' : 'open'

  const rpcs = Object.entries(RPCS).map(([name, body]) => [
    name,
    called(`/rest/v1/rpc/${name}`, body),
  ])
  const found = await matrix(callers, {
    ...Object.fromEntries(rpcs),
    'identity-admin': async (caller) =>
      String((await send(server, caller, '/auth/v1/admin/users')).status),
    set_user_role: refused('/rest/v1/rpc/set_user_role?user_id=x&new_role=admin'),
    ops: refused('/rest/v1/jobs', { 'accept-profile': 'ops' }),
    auth: refused('/rest/v1/users', { 'accept-profile': 'auth' }),
  })

  const line = (name: string, rpc: string, identity: string) =>
    [name, ...rpcs.map(() => rpc), identity, 'refused', 'refused', 'refused'].join(' ')
  expect(found.split('\n').slice(1)).toEqual([
    line('visitor', '401', '401'),
    line('member', '403', '403'),
    line('factor-not-used', '403', '403'),
    line('admin', '200', '403'),
    line('old-proof', '200', '403'),
    line('demoted', '403', '403'),
    line('banned', '403', '403'),
  ])
})

const NOT_ADMIN = { R: '403 not_admin', W: '403 not_admin', D: '403 not_admin' }
const NO_FACTOR = {
  R: '403 insufficient_aal',
  W: '403 insufficient_aal',
  D: '403 insufficient_aal',
}
const NOBODY = { R: '401', W: '401', D: '401' }

const OUTCOMES = {
  visitor: NOBODY,
  member: NOT_ADMIN,
  'factor-not-used': NO_FACTOR,
  admin: { R: 'let in', W: 'let in', D: 'let in' },
  'old-proof': { R: 'let in', W: 'let in', D: '403 reauthentication_needed' },
  demoted: NOT_ADMIN,
  banned: NOBODY,
}

test.each(Object.keys(FUNCTIONS))(
  '%s lets in whom its levels allow, and leaves a line',
  async (name) => {
    const server = await startAdminServer({ env: await provider() })
    const levels = Object.entries(FUNCTIONS[name] ?? {}) as ['R' | 'W' | 'D', object[]][]

    for (const [level, bodies] of levels) {
      for (const body of bodies) {
        const callers = await server.allCallers()
        const found: Record<string, string> = {}
        for (const [who, caller] of Object.entries(callers)) {
          found[who] = await outcomeOf(server, caller, name, body)
        }
        const about = `${name} ${JSON.stringify(body)}`
        const expected = Object.entries(OUTCOMES).map(([who, by]) => [who, by[level]])
        expect(found, about).toEqual(Object.fromEntries(expected))
        if (level !== 'R') expect(await linesBy(server, callers), about).toEqual(WRITTEN[level])
      }
    }
  },
)

/** One audit line for each caller, with the reason of a refusal. */
const WRITTEN = {
  W: {
    visitor: [],
    member: ['not_admin'],
    'factor-not-used': ['insufficient_aal'],
    admin: [expect.any(String)],
    'old-proof': [expect.any(String)],
    demoted: ['not_admin'],
    banned: [],
  },
  D: {
    visitor: [],
    member: ['not_admin'],
    'factor-not-used': ['insufficient_aal'],
    admin: [expect.any(String)],
    'old-proof': ['reauthentication_needed'],
    demoted: ['not_admin'],
    banned: [],
  },
}

async function provider() {
  const dataDir = await mkdtemp(join(tmpdir(), 'gitferry-matrix-'))
  const checkout = await startCheckout({ dataDir, productUrl: 'http://127.0.0.1:9' })
  onTestFinished(async () => {
    await checkout.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  return checkout.env
}

function of(action: string, more: object = {}) {
  return { action, userId: randomUUID(), ...more }
}

async function matrix(
  callers: Record<string, Caller>,
  cells: Record<string, (caller: Caller) => Promise<string>>,
): Promise<string> {
  const lines = [Object.keys(cells).join(' ')]

  for (const [name, caller] of Object.entries(callers)) {
    const words: string[] = []
    for (const cell of Object.values(cells)) words.push(await cell(caller))
    lines.push([name, ...words].join(' '))
  }
  return lines.join('\n')
}

/** What each list could show: a row of somebody else. */
async function someRows(server: Server) {
  const other = await server.member()
  await addSubscription(server, other.id)
  await addRow(server.sql, 'feedback_categories', { code: 'bug' })
  await addRow(server.sql, 'analytics', { user_id: other.id, name: 'push' })
  await server.sql(`insert into public.audit_log (actor_id, action) values ($1, 'user_viewed')`, [
    other.id,
  ])
  const category = await addRow(server.sql, 'resource_categories', {
    code: 'docs',
    name_en: 'Read',
    name_es: 'Leer',
  })

  return {
    feedback: await addRow(server.sql, 'user_feedback', {
      user_id: other.id,
      feedback_category: 'bug',
    }),
    category,
    resource: await addRow(server.sql, 'resources', {
      category_id: category,
      title_en: 'Guide',
      title_es: 'Guía',
      url: '/docs',
    }),
  }
}

async function addSubscription({ sql }: Server, userId: string): Promise<void> {
  const plan = await addRow(sql, 'plans', { name: 'Pro Monthly', price: 4 })
  const subscription = await addRow(sql, 'subscriptions', {
    user_id: userId,
    plan_id: plan,
    status: 'active',
    lemon_squeezy_subscription_id: randomUUID(),
  })
  await addRow(sql, 'transactions', {
    user_id: userId,
    subscription_id: subscription,
    provider_invoice_id: randomUUID(),
    amount: 4,
    currency: 'USD',
    status: 'paid',
  })
}

type Request = { method?: string; data?: object; headers?: object }

async function rest(server: Server, caller: Caller, path: string, request: Request = {}) {
  const answer = await send(server, caller, `/rest/v1/${path}`, {
    ...request,
    headers: { prefer: 'return=representation' },
  })
  const read: unknown = await answer.json().catch(() => null)

  return { status: answer.status, rows: (Array.isArray(read) ? read : []) as Row[] }
}

type Row = Record<string, unknown>

const send = (
  server: Server,
  caller: Caller,
  path: string,
  { method = 'GET', data, headers = {} }: Request = {},
) =>
  fetch(server.url + path, {
    method,
    headers: {
      apikey: server.keys.publishable,
      ...(data && { 'content-type': 'application/json' }),
      ...(caller && { authorization: `Bearer ${caller.token}` }),
      ...headers,
    },
    ...(data && { body: JSON.stringify(data) }),
  })

async function outcomeOf(server: Server, caller: Caller, name: string, body: object) {
  const answer = await send(server, caller, `/functions/v1/${name}`, { method: 'POST', data: body })
  const text = await answer.text()
  if (answer.status === 401) return '401'
  if (answer.status === 403) return `403 ${JSON.parse(text).code}`
  return answer.status < 500 || isUnconfigured(text) ? 'let in' : `${answer.status} ${text}`
}

const isUnconfigured = (text: string) => JSON.parse(text).code === 'feedback_repo_missing'

/** Lines that name the caller's network; without it a line does not count. */
async function linesBy(server: Server, callers: Record<string, Caller>) {
  const found: Record<string, unknown[]> = {}
  for (const [who, caller] of Object.entries(callers)) {
    const lines = await server.sql(
      `select coalesce(details ->> 'refused', action) as line from public.audit_log
        where actor_id = $1 and ip = '127.0.0.0/24' order by created_at, id`,
      [caller?.id ?? null],
    )
    found[who] = lines.map(({ line }) => line)
  }
  return found
}
