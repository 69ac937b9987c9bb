import { createHmac, randomUUID } from 'node:crypto'

/** What servers of the fixtures are configured with. Production refuses each of these. */
export const TEST_SECRETS = {
  APP_ENCRYPTION_KEYS: `t1:${Buffer.alloc(32, 7).toString('base64')}`,
  // A private key of 32 equal bytes.
  JWT_KEYS: JSON.stringify({
    keys: [
      {
        kty: 'EC',
        crv: 'P-256',
        d: 'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc',
        x: 'HhhTL9R1TALzBB2cdc6zO4P_2BrHzk_ogsyxyYvFiW4',
        y: 'pGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM',
        kid: 'upgrade-test',
        alg: 'ES256',
        use: 'sig',
        key_ops: ['sign', 'verify'],
      },
    ],
  }),
  PUBLISHABLE_KEY: 'sb_publishable_0123456789abcdefghij',
  SECRET_KEY: 'sb_secret_0123456789abcdefghijklmnop',
}

const PASSWORD = 'a password of the tests 1'
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

export type Walked = Awaited<ReturnType<typeof walk>>
type Account = Awaited<ReturnType<typeof signUp>>
type Session = { access_token: string; refresh_token: string; user: { id: string } }
type Row = { id: string }

/**
 * Uses a server as members of both releases do, and returns what a later one must still know. Only calls that the
 * first release answers.
 */
export async function walk(url: string, nowMs: () => number = Date.now) {
  const ada = await signUp(url, 'ada')
  const grace = await signUp(url, 'grace')
  await sendFeedback(url, ada)
  // No mail server answers the releases: the mail waits, and so does its job.
  await call(url, 'POST', '/auth/v1/recover', { body: { email: ada.email } })

  return {
    at: new Date(nowMs()).toISOString(),
    ada: {
      ...ada,
      avatar: await uploadAvatar(url, ada),
      github: await connectGithub(url, ada),
      ...(await addProjects(url, ada)),
      ...(await addSubscription(url, ada)),
      ...(await refresh(url, ada)),
    },
    grace: { ...grace, ...(await addFactors(url, grace, nowMs)) },
  }
}

async function signUp(url: string, name: string) {
  const email = `${name}-${randomUUID().slice(0, 8)}@example.test`
  const body = { email, password: PASSWORD, data: { full_name: name } }
  const session = await call<Session>(url, 'POST', '/auth/v1/signup', { body })

  return {
    id: session.user.id,
    email,
    password: PASSWORD,
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
  }
}

/** The first token was used, the second was not. */
async function refresh(url: string, { refreshToken }: Account) {
  const session = await call<Session>(url, 'POST', '/auth/v1/token?grant_type=refresh_token', {
    body: { refresh_token: refreshToken },
  })

  return { accessToken: session.access_token, refreshToken: session.refresh_token }
}

async function uploadAvatar(url: string, { id, accessToken }: Account) {
  const name = `${id}/avatar.png`
  const reply = await fetch(`${url}/storage/v1/object/avatars/${name}`, {
    method: 'POST',
    headers: { ...headers(accessToken), 'content-type': 'image/png' },
    body: PIXEL,
  })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)

  return { name, base64: PIXEL.toString('base64') }
}

async function connectGithub(url: string, { accessToken: token }: Account) {
  const login = `person-${randomUUID().slice(0, 8)}`
  const begun = await call<{ url: string; state: string }>(
    url,
    'POST',
    '/functions/v1/start-github-connection',
    { token },
  )
  const page = new URL(begun.url)
  const control = (path: string, body: object) =>
    fetch(`${page.origin}/_control/${path}`, {
      method: 'POST',
      headers: { 'x-standin-control': '1' },
      body: JSON.stringify(body),
    })
  await control('seed', {
    people: [{ login, name: 'A Person', email: `${login}@example.test`, emailState: 'hidden' }],
  })
  await control('installations', { person: login, account: login })
  const allowed = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ person: login }),
    redirect: 'manual',
  })
  const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code')
  const body = { code, state: begun.state }
  await call(url, 'POST', '/functions/v1/github-app-auth', { token, body })
  const given = await call<{ access_token: string }>(url, 'GET', '/functions/v1/get-github-token', {
    token,
  })

  return { login, token: given.access_token }
}

async function addProjects(url: string, { accessToken: token, id }: Account) {
  const sync = (localProjects: object[]) =>
    call(url, 'POST', '/functions/v1/sync-bolt-projects', {
      token,
      body: { localProjects, conflictResolution: 'auto-resolve' },
    })
  const links = ['one', 'two', 'three'].map((name) => ({
    bolt_project_id: `sb1-${name}-${id.slice(0, 8)}`,
    project_name: `Boat ${name}`,
    github_repo_owner: 'Lantern-Works',
    github_repo_name: `Boat-${name}`,
    github_repo_url: `https://github.com/Lantern-Works/Boat-${name}`,
    github_branch: 'main',
  }))
  await sync(links)
  await sync(links)
  const [link] = await call<Row[]>(
    url,
    'GET',
    '/rest/v1/bolt_projects?select=id,project_name&order=project_name&limit=1',
    { token },
  )
  if (!link) throw new Error('No link was made')
  await call(url, 'PATCH', `/rest/v1/bolt_projects?id=eq.${link.id}`, {
    token,
    body: { project_description: 'Carries people' },
  })
  const [project] = await call<Row[]>(
    url,
    'GET',
    `/rest/v1/projects?select=id,name,project_members(role)&bolt_project_id=eq.${link.id}`,
    { token },
  )
  if (!project) throw new Error('No project was made')
  await call(url, 'POST', '/rest/v1/tasks', {
    token,
    body: ['Paint', 'Sail'].map((name) => ({ project_id: project.id, name })),
  })
  const [task] = await call<Row[]>(
    url,
    'GET',
    `/rest/v1/tasks?select=id,name&project_id=eq.${project.id}&order=position`,
    { token },
  )
  await call(url, 'PATCH', `/rest/v1/tasks?id=eq.${task?.id}`, { token, body: { status: 'done' } })
  await call(url, 'POST', '/rest/v1/rpc/get_dashboard_stats', { token, body: {} })

  return { links: links.map((one) => one.bolt_project_id), projectId: project.id }
}

async function addSubscription(url: string, { id }: Account) {
  const token = TEST_SECRETS.SECRET_KEY
  const [plan] = await call<Row[]>(
    url,
    'GET',
    '/rest/v1/plans?select=id&order=price.desc&limit=1',
    { token },
  )
  await call(url, 'POST', '/rest/v1/subscriptions', {
    token,
    body: {
      user_id: id,
      plan_id: plan?.id,
      status: 'active',
      lemon_squeezy_subscription_id: String(Math.floor(Math.random() * 1e9)),
      renews_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    },
  })

  return { planId: plan?.id }
}

async function sendFeedback(url: string, { accessToken: token }: Account) {
  const [category] = await call<{ code: string }[]>(
    url,
    'GET',
    '/rest/v1/feedback_categories?select=code&limit=1',
    { token },
  )
  await call(url, 'POST', '/rest/v1/user_feedback', {
    token,
    body: { feedback_category: category?.code, title: 'A ferry', description: 'It floats' },
  })
}

async function addFactors(url: string, { accessToken: token }: Account, nowMs: () => number) {
  const factor = await call<Row & { totp: { secret: string } }>(url, 'POST', '/auth/v1/factors', {
    token,
    body: { factor_type: 'totp', friendly_name: 'Phone' },
  })
  const { secret } = factor.totp
  const session = await verifyFactor(url, token, factor.id, secret, nowMs())
  const made = await call<{ codes: string[] }>(url, 'POST', '/auth/v1/factors/recovery-codes', {
    token: session.access_token,
    body: {},
  })

  return {
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
    factorId: factor.id,
    secret,
    recoveryCodes: made.codes,
  }
}

export async function verifyFactor(
  url: string,
  token: string,
  factorId: string,
  secret: string,
  atMs: number,
): Promise<Session> {
  const challenge = await call<Row>(url, 'POST', `/auth/v1/factors/${factorId}/challenge`, {
    token,
    body: {},
  })

  return call(url, 'POST', `/auth/v1/factors/${factorId}/verify`, {
    token,
    body: { challenge_id: challenge.id, code: totp(secret, atMs) },
  })
}

/** RFC 6238 with the usual parameters. */
function totp(secret: string, atMs: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const number = digest.readUInt32BE((digest[19] ?? 0) & 15) & 0x7fffffff

  return String(number % 1e6).padStart(6, '0')
}

export async function call<Body>(
  url: string,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<Body> {
  const reply = await fetch(url + path, {
    method,
    headers: {
      ...headers(token),
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)

  return (text === '' ? null : JSON.parse(text)) as Body
}

const headers = (token: string = TEST_SECRETS.PUBLISHABLE_KEY): Record<string, string> =>
  token.startsWith('sb_')
    ? { apikey: token }
    : { apikey: TEST_SECRETS.PUBLISHABLE_KEY, authorization: `Bearer ${token}` }
