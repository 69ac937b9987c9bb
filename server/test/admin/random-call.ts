import { randomUUID } from 'node:crypto'
import type { Random } from '#test/seeded-random.ts'

/** A field of a body: what it may hold, as JSON. */
type Field = (random: Random) => string
type Fields = Record<string, Field>

const cursorOf = (...parts: unknown[]) =>
  JSON.stringify(Buffer.from(JSON.stringify(parts)).toString('base64url'))

const TEXTS = [
  '',
  ' ',
  '%',
  '\\\\',
  "'; drop table users; --",
  '\\u0000',
  'a\\u0000b',
  '\\ud800',
  '\\udc00x',
  '😀\\ud83d',
  '\u202e',
  '-1',
  'infinity',
  'NaN',
  '0000-01-01T00:00:00Z',
  '0000-01-01',
  '2026-02-30',
  '9999-12-31T23:59:59+23:59',
  '99999-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '=1+1',
  '@',
  '🙂@example.test',
  'x'.repeat(300),
  'é'.repeat(5000),
].map((text) => `"${text}"`)

const hostile: Field = (random) =>
  random.pick([
    ...TEXTS,
    'null',
    'true',
    '0',
    '-1',
    '1.5',
    '1e400',
    '-1e400',
    '9007199254740993',
    '2147483648',
    '99999999999999999999',
    '[]',
    '{}',
    '[null]',
    '[[[[[[]]]]]]',
    '{"toString":1,"__proto__":{"x":1}}',
    `"${randomUUID().toUpperCase()}"`,
    `"{${randomUUID()}}"`,
    `"${randomUUID().replaceAll('-', '')}"`,
    `"${randomUUID()} "`,
    cursorOf(),
    cursorOf('x', 'y'),
    cursorOf('x', randomUUID()),
    cursorOf('a\0b', randomUUID()),
    cursorOf('\ud800', randomUUID()),
    cursorOf('2026-13-45 99:99:99+00', randomUUID()),
    cursorOf('2026-01-01 00:00:00+00', randomUUID()),
    cursorOf('99999999999', randomUUID()),
    cursorOf('-5', randomUUID()),
    cursorOf('1e999', randomUUID()),
    cursorOf('infinity', randomUUID()),
    cursorOf('now', randomUUID()),
    cursorOf(1, 2),
    '"!!!not base64!!!"',
  ])

const one =
  (...values: readonly unknown[]): Field =>
  (random) =>
    JSON.stringify(random.pick(values))
const words = one('Asked', 'a', 'someone@example.test')
const id: Field = () => JSON.stringify(randomUUID())
const after = (key: string): Field =>
  one(Buffer.from(JSON.stringify([key, randomUUID()])).toString('base64url'))
const TIME = '2026-01-01 00:00:00.5+00'

const people: Fields = {
  q: words,
  role: one('admin', 'member'),
  status: one('active', 'unconfirmed', 'banned', 'deleted'),
  plan: one('pro', 'free'),
  way: one('email', 'github'),
  hasFactor: one(true, false),
  createdFrom: one('2026-01-01T00:00:00Z'),
  createdBefore: one('2027-01-01T00:00:00+02:00'),
  sort: one('created', 'last_sign_in', 'email'),
}
const subscribers: Fields = {
  q: words,
  status: one('active', 'cancelled'),
  planId: id,
  group: one('ending', 'late', 'twice'),
  sort: one('newest', 'next', 'amount'),
}
const audit: Fields = {
  source: one('actions', 'sign_ins'),
  actor: words,
  name: words,
  subject: words,
  day: one('2026-01-01'),
}
const reason = words
const nonce = one('123456')
const user = { userId: id }
const subscription = { subscriptionId: id }

const FUNCTIONS: Record<string, Record<string, Fields>> = {
  'admin-users': {
    list: { ...people, after: after(TIME) },
    export: people,
    get: user,
    sign_ins: { ...user, after: after(TIME) },
    confirm: user,
    resend_confirmation: user,
    send_reset: user,
    set_role: { ...user, role: one('member'), nonce },
    ban: { ...user, duration: one('24h', 'until_lifted'), reason, nonce },
    unban: { ...user, nonce },
    sign_out: { ...user, nonce },
    remove_factors: { ...user, reason, nonce },
    remove_passkey: { ...user, passkeyId: id, reason, nonce },
    delete: { ...user, confirmation: words, reason, nonce },
    bulk: {
      userIds: (random) =>
        `[${id(random)},${random.below(3) === 0 ? hostile(random) : id(random)}]`,
      change: (random) =>
        `{"action":"ban","duration":"24h","reason":${random.below(2) ? '"x"' : hostile(random)}}`,
    },
  },
  'admin-billing': {
    list: { ...subscribers, after: after(TIME) },
    export: subscribers,
    get: subscription,
    unclaimed: { after: after(TIME) },
    plans: {},
    check: subscription,
    check_plans: {},
    assign: { providerId: one('1', '999999999999999999'), ...user, nonce },
    cancel: { ...subscription, reason, nonce },
    resume: { ...subscription, reason, nonce },
    refund: { paymentId: id, amountCents: one(1, 100), refundedCents: one(0), nonce },
    save_plan: {
      plan: (random) =>
        `{"id":${id(random)},"updatedAt":${random.below(2) ? JSON.stringify(TIME) : hostile(random)}}`,
      name: one('Pro Monthly'),
      description: words,
      features: (random) => `["x",${random.below(3) ? '"y"' : hostile(random)}]`,
      sortOrder: one(1),
      isOnSale: one(true, false),
      variantId: one(null, '1001', '999999999999999999'),
      takesOver: one({ cents: 400, currency: 'USD', interval: 'month' }),
      nonce,
    },
  },
  'admin-sync': {
    overview: {},
    webhooks: {
      provider: one('github', 'lemon-squeezy'),
      state: one('failed', 'waiting'),
      after: after(TIME),
    },
    webhook: { id },
    jobs: { kind: one('send-mail'), after: after(TIME) },
    mails: { state: one('failed', 'sent'), q: words, after: after(TIME) },
    clones: { state: one('left', 'deleted'), after: after(TIME) },
    audit: { ...audit, after: after(TIME) },
    audit_export: audit,
    health: {},
    repositories: { member: words },
    replay: { id },
    replay_all: {},
    retry_job: { kind: one('send-mail'), id },
    discard_job: { kind: one('send-mail'), id },
    resend_mail: { id },
    delete_clone: { id },
    recheck_repositories: user,
    test_mail: {},
  },
  'manage-feedback': {
    delete: { feedbackId: id },
    restore: { feedbackId: id },
    create_github_issue: { feedbackId: id },
    reply: { feedbackId: id, replyId: id, text: words, repliesSeen: one(0, 1, -1) },
  },
}

/** Lists of identity and of the data API that admins and operators read. */
const ADDRESSES = [
  '/auth/v1/admin/users?page=*&per_page=*',
  '/auth/v1/admin/users?filter=*&sort=*',
  '/auth/v1/admin/users/*',
  '/auth/v1/admin/users/*/factors',
  '/auth/v1/admin/audit?query=author:*&page=*',
  '/auth/v1/admin/audit?query=*',
  '/rest/v1/users?id=eq.*',
  '/rest/v1/users?created_at=lte.*&limit=*&offset=*',
  '/rest/v1/audit_log?subject_id=eq.*&order=*',
  '/rest/v1/user_feedback?or=(created_at.lt.*,id.gt.*)&limit=*',
  '/rest/v1/rpc/get_admin_figures?input_days=*',
  '/rest/v1/rpc/get_feedback_analytics?input_days=*',
  '/rest/v1/rpc/search_feedback?input_words=*',
  '/rest/v1/rpc/count_feedback?input_filters=*',
]

export type Call = { path: string; body: string | null }

/** A call of the admin area with values that nobody would send by mistake. */
export function randomCall(random: Random): Call {
  if (random.below(4) === 0) return randomAddress(random)
  const name = random.pick(Object.keys(FUNCTIONS))
  const actions = FUNCTIONS[name] ?? {}
  const action = random.pick(Object.keys(actions))
  const entries = Object.entries(actions[action] ?? {}).flatMap(([field, valid]) => {
    const chance = random.below(10)
    if (chance < 2) return []
    return [`"${field}":${chance < 6 ? valid(random) : hostile(random)}`]
  })
  const actionText = random.below(20) === 0 ? hostile(random) : `"${action}"`
  const extra =
    random.below(10) === 0
      ? [`"${random.pick(['x', '\\u0000', '__proto__'])}":${hostile(random)}`]
      : []

  return {
    path: `/functions/v1/${name}`,
    body: `{${[`"action":${actionText}`, ...entries, ...extra].join(',')}}`,
  }
}

function randomAddress(random: Random): Call {
  const path = random.pick(ADDRESSES).replaceAll('*', () => {
    const value = hostile(random)
    const text = value.startsWith('"') ? value.slice(1, -1) : value
    return encodeURIComponent(text.replaceAll('\\u0000', '\0').replace(/\\u[\da-f]{4}/g, '\ufffd'))
  })

  return { path, body: null }
}
