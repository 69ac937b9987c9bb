import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@app/platform/test/databases/free-port.ts'
import { freshLocation } from '@app/platform/test/fresh-database.ts'
import { startGithub } from '@app/standins/github'
import { expect, onTestFinished } from 'vitest'
import { callFunction, connecting } from '#test/code-host/github-server.ts'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const SECRET_KEY = 'sb_secret_0123456789abcdefghijklmnop'
const EMAIL = 'ada@example.test'
const PASSWORD = 'a-long-enough-password'

export type World = Awaited<ReturnType<typeof openWorld>>

/** The built server as a program of its own, over GitHub's stand-in in this process. */
export async function openWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'gitferry-kills-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const github = await startGithub({ dataDir: folder, productUrl: url })
  onTestFinished(github.close)
  const control = (method: string, path: string, body: unknown = {}) =>
    fetch(`${github.webUrl}/_control/${path}`, {
      method,
      headers: { 'x-standin-control': '1' },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    })
  await control('PUT', 'limits', {
    creationsPerMinute: null,
    creationsPerHour: null,
    pointsPerMinute: null,
  })
  const env = { ...(await envOf(github, folder)), PORT: String(port), SITE_URL: url }
  const start = (nodeArguments: string[] = [], more: Record<string, string> = {}) =>
    startServer({ ...env, ...more }, nodeArguments)
  const rest = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: SECRET_KEY,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text) as Record<string, unknown>[]
  }
  const signIn = async () => {
    const answer = await whenNotBusy(() =>
      fetch(`${url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: SECRET_KEY, 'content-type': 'application/json' },
        body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
      }),
    )
    expect(answer.status).toBe(200)
    return String(((await answer.json()) as { access_token: string }).access_token)
  }
  const call = (name: string, as: string | null, calling: { body?: unknown } = {}) =>
    callFunction(`${url}/functions/v1/${name}`, as, calling)
  const row = async (id: string) => {
    const [found] = await rest('GET', `temporary_clones?id=eq.${id}`)
    if (!found) throw new Error(`The row of ${id} is lost`)
    return found
  }
  const shownAt = async (fullName: string) => {
    const found = await control('GET', `repositories/${fullName}`)
    if (!found.ok) return 'missing'
    return ((await found.json()) as { isPrivate: boolean }).isPrivate ? 'private' : 'public'
  }
  const stateOf = async (id: string) => {
    const { clone_full_name, deleted_at, status } = await row(id)
    return `${await shownAt(String(clone_full_name))}, ${deleted_at ? 'deleted' : status}`
  }
  let offsetMs = 0

  const login = 'ada-kills'

  return {
    url,
    folder,
    shownAt,
    source: `${login}/private`,
    control,
    start,
    prepare,
    signIn,
    call,
    row,
    faults: async () => ((await (await control('GET', 'faults')).json()) as unknown[]).length,
    setClock: (ms: number) => control('PUT', 'clock', { offsetMs: ms }),
    passMinutes: async (minutes: number) => {
      offsetMs += minutes * 60_000
      await control('PUT', 'clock', { offsetMs })
    },
    /** What is left of the copy, at GitHub and here, when it is gone or the time is over. */
    stateAfter: async (id: string, ms: number): Promise<string> => {
      const end = Date.now() + ms
      for (;;) {
        const state = await stateOf(id).catch(busy)
        if (state === 'missing, deleted' || Date.now() > end) return state
        await pause(100)
      }
    },
  }

  async function prepare() {
    await control('POST', 'seed', {
      people: [{ login, name: 'Ada', email: EMAIL, emailState: 'verified' }],
      repositories: [
        {
          owner: login,
          name: 'private',
          private: true,
          commits: [{ message: 'First', files: { 'a.txt': 'a', 'b/c.txt': 'c' } }],
        },
      ],
    })
    await control('POST', 'installations', { person: login })
    const made = await whenNotBusy(() =>
      fetch(`${url}/auth/v1/admin/users`, {
        method: 'POST',
        headers: {
          apikey: SECRET_KEY,
          authorization: `Bearer ${SECRET_KEY}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ email: EMAIL, password: PASSWORD, email_confirm: true }),
      }),
    )
    expect(made.status).toBe(200)
    const { id } = (await made.json()) as { id: string }
    const [plan] = await rest('POST', 'plans', { name: 'Pro Monthly', price: 4 })
    await rest('POST', 'subscriptions', {
      user_id: id,
      plan_id: plan?.id,
      status: 'active',
      lemon_squeezy_subscription_id: randomUUID(),
    })
    const member = { id, email: EMAIL, token: await signIn(), sessionId: '' }
    expect(await connecting(call).connect(member, login)).toMatchObject({ status: 200 })
  }
}

/** A loaded machine has no time to hash a password at first, and says so by 503: clients send such calls again. */
async function whenNotBusy(send: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await send()
    if (answer.status !== 503 || tries === 30) return answer
    await pause(1000)
  }
}

/** A loaded machine may answer 503 for a moment; a lost row is a failure. */
function busy(error: Error): string {
  if (/: 503 /.test(error.message)) return 'busy'
  throw error
}

async function envOf(
  { webUrl, apiUrl, app }: Awaited<ReturnType<typeof startGithub>>,
  folder: string,
): Promise<Record<string, string>> {
  const location = await freshLocation()

  return {
    ...(location.kind === 'postgres'
      ? { DATABASE_URL: location.url, DATA_DIR: join(folder, 'data') }
      : { DATA_DIR: location.dataDir }),
    APP_ENCRYPTION_KEYS: `t1:${Buffer.alloc(32, 7).toString('base64')}`,
    SECRET_KEY,
    SEED: 'none',
    AUTH_RATE_LIMIT_FACTOR: '0',
    CLOCK_FILE: join(folder, 'standins', 'clock.json'),
    GITHUB_WEB_URL: webUrl,
    GITHUB_API_URL: apiUrl,
    GITHUB_APP_CLIENT_ID: app.clientId,
    GITHUB_APP_CLIENT_SECRET: app.clientSecret,
    GITHUB_APP_ID: String(app.id),
    GITHUB_APP_SLUG: app.slug,
    GITHUB_APP_PRIVATE_KEY: await app.privateKey(),
    GITHUB_APP_WEBHOOK_SECRET: app.webhookSecret,
  }
}

async function startServer(env: Record<string, string>, nodeArguments: string[]) {
  const child = spawn(process.execPath, [...nodeArguments, MAIN], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  for await (const line of createInterface({ input: child.stdout })) {
    said += `${line}\n`
    if (!line.startsWith('ready ')) continue
    child.stdout.resume()
    return { kill: (signal: NodeJS.Signals = 'SIGKILL') => child.kill(signal), ended }
  }
  throw new Error(`The server ended: ${said}`)
}
