import { randomUUID } from 'node:crypto'
import type { MovableClock } from '@app/platform/clock/clock.ts'
import type { Environment } from '@app/platform/config/environment.ts'
import { type Database, theServer } from '@app/platform/db/database.ts'
import { freePort } from '@app/platform/test/databases/free-port.ts'
import { forThisFile } from '@app/platform/test/for-this-file.ts'
import type { AtEnd } from '@app/platform/test/fresh-database.ts'
import { openGithub } from '@app/platform/test/outside/providers.ts'
import { recycledDatabases } from '@app/platform/test/recycled-database.ts'
import type { Config } from '#config/config.ts'
import { JWT_SECRET, newMember, type TestMember } from '#test/new-member.ts'
import { startTestServer } from '#test/test-server.ts'

export const SECRET_KEY = 'sb_secret_0123456789abcdefghijklmnop'

/** Settings that all servers of one database share. */
const SHARED_ENV = {
  APP_ENCRYPTION_KEYS: `t1:${Buffer.alloc(32, 7).toString('base64')}`,
  JWT_SECRET,
  PUBLISHABLE_KEY: 'sb_publishable_0123456789abcdefghij',
  SECRET_KEY,
  AUTH_RATE_LIMIT_FACTOR: '0',
}

export type { TestMember }
export type Answer = { status: number; headers: Headers; body: Record<string, unknown> }
export type Options = {
  servers?: number
  /** Its own settings, or a function that creates them after something else has started. */
  env?: Environment | ((atEnd: AtEnd) => Promise<Environment>)
  clock?: MovableClock
  adjust?: (config: Config) => Config
  /** The servers know a second app. */
  withStandby?: boolean
}
type Calling = {
  method?: string
  body?: unknown
  server?: number
  headers?: Record<string, string>
}
type TestServer = Awaited<ReturnType<typeof openServer>>

/** One product, or several servers of it over one database, and one GitHub, for all tests of a file. */
export const useGithubServer = (options: Options = {}): (() => TestServer) =>
  forThisFile((atEnd) => openServer(options, atEnd))

async function openServer(
  { servers: count = 1, env = {}, clock, adjust, withStandby = false }: Options,
  atEnd: AtEnd,
) {
  const port = await freePort()
  const siteUrl = `http://127.0.0.1:${port}`
  const github = await openGithub({ productUrl: siteUrl }, atEnd)
  const { app, standby } = github
  const given = {
    ...SHARED_ENV,
    SITE_URL: siteUrl,
    GITHUB_WEB_URL: github.webUrl,
    GITHUB_API_URL: github.apiUrl,
    GITHUB_APP_CLIENT_ID: app.clientId,
    GITHUB_APP_CLIENT_SECRET: app.clientSecret,
    GITHUB_APP_ID: String(app.id),
    GITHUB_APP_SLUG: app.slug,
    GITHUB_APP_PRIVATE_KEY: await app.privateKey(),
    GITHUB_APP_WEBHOOK_SECRET: app.webhookSecret,
    ...(withStandby &&
      standby && {
        GITHUB_APP_STANDBY_CLIENT_ID: standby.clientId,
        GITHUB_APP_STANDBY_CLIENT_SECRET: standby.clientSecret,
        GITHUB_APP_STANDBY_ID: String(standby.id),
        GITHUB_APP_STANDBY_SLUG: standby.slug,
        GITHUB_APP_STANDBY_PRIVATE_KEY: await standby.privateKey(),
        GITHUB_APP_STANDBY_WEBHOOK_SECRET: standby.webhookSecret,
      }),
    ...(typeof env === 'function' ? await env(atEnd) : env),
  }
  const databases = await recycledDatabases(count, clock, atEnd)
  const servers: Awaited<ReturnType<typeof startTestServer>>[] = []
  for (const [i, db] of databases.entries()) {
    const own = i === 0 ? { PORT: String(port) } : {}
    const options = {
      db,
      env: { ...given, ...own },
      atEnd,
      ...(clock && { clock }),
      ...(adjust && { adjust }),
    }
    servers.push(await startTestServer(options))
  }
  const [db] = databases
  const sql = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    ((await db?.ask<Row>(theServer, { text, values })) ?? { rows: [] }).rows
  const urlOf = (server: number) => servers[server]?.url ?? ''

  const call = (name: string, as: string | null, { server = 0, ...calling }: Calling = {}) =>
    callFunction(`${urlOf(server)}/functions/v1/${name}`, as, calling)
  const ways = connecting(call)

  return {
    github,
    sql,
    call,
    urlOf,
    givenEnv: given,
    database: () => db as Database,
    settle: (server = 0) => servers[server]?.settle(),
    stopServer: (server: number) => servers[server]?.stop(),
    logged: () => servers.flatMap(({ logged }) => logged).join(''),
    newMember: (level: { aal?: string; hasFactor?: boolean } = {}) => newMember(sql, level),
    newPerson: () => newPerson(github),
    /** Starts a connection, confirms it at GitHub, and returns with the code. */
    ...ways,
    /** A new connected member. */
    connected: async ({ isInstalled = true } = {}) => {
      const member = await newMember(sql, {})
      const person = await newPerson(github)
      const installationId = isInstalled ? await person.install() : null
      await ways.connect(member, person.login)

      return { member, person, login: person.login, installationId }
    },
    /** The number of token requests at GitHub. */
    tokenCalls: async () =>
      (await github.asked()).filter((path) => path.startsWith('/login/oauth/access_token')).length,
    connectionOf: async ({ id }: TestMember) =>
      (await sql('select * from public.github_integrations where user_id = $1', [id]))[0],
  }
}

export async function callFunction(
  url: string,
  as: string | null,
  { method = 'POST', body, headers = {} }: Omit<Calling, 'server'>,
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(as && { authorization: `Bearer ${as}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const read = (await answer.json()) as Record<string, unknown>

  return { status: answer.status, headers: answer.headers, body: read }
}

type Call = (name: string, as: string | null, calling?: Calling) => Promise<Answer>

export function connecting(call: Call) {
  const setOut = async ({ token }: TestMember) => {
    const { body } = await call('start-github-connection', token)
    return body as { url: string; state: string; installUrl: string }
  }
  const allow = async (url: string, person: string) => {
    const body = new URLSearchParams({ person })
    const sent = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    return new URL(sent.headers.get('location') ?? '').searchParams.get('code') ?? ''
  }
  const comeBack = ({ token }: TestMember, body: object) => call('github-app-auth', token, { body })

  return {
    setOut,
    allow,
    comeBack,
    connect: async (member: TestMember, person: string) => {
      const { url, state } = await setOut(member)
      return comeBack(member, { code: await allow(url, person), state })
    },
  }
}

/** A new user at GitHub. */
async function newPerson({ control }: Pick<Awaited<ReturnType<typeof openGithub>>, 'control'>) {
  const login = `person-${randomUUID().slice(0, 8)}`
  const person = { login, name: 'A Person', email: `${login}@example.test`, emailState: 'hidden' }
  await control('POST', 'seed', { people: [person] })

  return {
    login,
    /** Installs the app on all repositories of the account or a team. */
    install: async (account = login, clientId?: string): Promise<number> => {
      const made = await control('POST', 'installations', {
        person: login,
        account,
        ...(clientId && { clientId }),
      })
      return ((await made.json()) as { id: number }).id
    },
  }
}
