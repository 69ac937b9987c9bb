import type { Clock } from '@app/platform/clock/clock.ts'
import { loadSecrets } from '@app/platform/config/secrets.ts'
import { type Database, type Sql, theServer } from '@app/platform/db/database.ts'
import type { Log } from '@app/platform/log/log.ts'
import { type GithubApi, openGithubApi } from '@app/platform/outside/github-api.ts'
import { fetchGithubUser } from '@app/platform/outside/github-user.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import { keyring as openKeyring } from '@app/platform/sealing/keyring.ts'
import { chooseInstallation } from '#code-host/choose-installation.ts'
import { upsertConnection } from '#code-host/connections-table.ts'
import { sealTokens } from '#code-host/sealed-tokens.ts'
import type { Config } from '#config/config.ts'
import { fetchInstallations } from '#outside/github/installations.ts'
import { type DemoCommit, readCommits } from './demo-commits.ts'
import { writeDemoFigures } from './demo-figures.ts'
import { linkedRepositories, PRIYA, replacePushes } from './demo-pushes.ts'

/** The GitHub stand-in has this pair from its first start; it is valid nowhere else. */
const ACCESS_TOKEN = 'ghu_demoPriyaNairOpensOnlyTheStandIn0001'
const REFRESH_TOKEN =
  'ghr_demoPriyaNairOpensOnlyTheStandIn000100000000000000000000000000000000000000001'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const COMMIT_DAYS = 30
const PATIENCE_MS = 20_000

type Needs = { config: Config; db: Database; clock: Clock; log: Log }
type Played = Omit<Needs, 'log'> & { api: GithubApi }

/**
 * Connects the demo's Pro member to the GitHub stand-in, and imports the demo's pushes from its commits. Done once, and again if the
 * stand-in's data was deleted while the database was kept. The check runs in the background.
 */
export async function connectDemo(
  { config, db, clock, log }: Needs,
  started: Promise<unknown>,
): Promise<void> {
  const { github } = config.providers
  if (!github || !config.standins.some(({ name }) => name === 'github')) return
  const api = openGithubApi({ url: github.apiUrl, ...github, clock, limitMs: PATIENCE_MS })

  try {
    await untilListening(api)
    const known = await knownCommit(db)
    if (known && (await isThere(api, known))) return
    await started
    await connectAnew({ config, db, clock, api }, known)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // Without its grant or GitHub, the demo behaves like an unconnected member.
    log.warn({ err: error }, 'demo connection failed')
  }
}

async function connectAnew({ config, db, clock, api }: Played, known: string | null) {
  const since = new Date(clock.now().getTime() - COMMIT_DAYS * DAY_MS)
  const repositories = await db.as(theServer, linkedRepositories)
  const commits = await readCommits(api, ACCESS_TOKEN, repositories, since)
  const connection = known ? await isConnected(db) : true
  const facts = connection ? await connectionFacts(api) : null
  await db.as(theServer, async (sql) => {
    await replacePushes(sql, commits)
    if (facts) await connect(sql, { config, clock, facts })
    await keepCommit(sql, commits)
  })
  await writeDemoFigures(db, COMMIT_DAYS + 1)
}

/** Stand-ins start concurrently with the server. */
async function untilListening(api: GithubApi): Promise<void> {
  const end = Date.now() + PATIENCE_MS

  for (;;) {
    try {
      await api.get('/', ACCESS_TOKEN)
      return
    } catch (error) {
      const isAway = error instanceof ProviderError && error.failure === 'unavailable'
      if (!isAway || Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

const SETTING = 'demo_commit'

async function knownCommit(db: Database): Promise<string | null> {
  const { rows } = await db.ask<{ path: string }>(theServer, {
    text: `select value #>> '{}' as path from ops.app_settings where key = $1`,
    values: [SETTING],
  })

  return rows[0]?.path ?? null
}

/** Stores a commit of a public repository, by which later starts recognise this stand-in. */
async function keepCommit(sql: Sql, commits: readonly DemoCommit[]): Promise<void> {
  const one = commits.find(({ name }) => name === 'tide-tables') ?? commits[0]
  if (!one) return

  await sql.query(
    `insert into ops.app_settings (key, value) values ($1, to_jsonb($2::text))
     on conflict (key) do update set value = excluded.value`,
    [SETTING, `/repos/${one.owner}/${one.name}/commits/${one.sha}`],
  )
}

const isThere = async (api: GithubApi, path: string): Promise<boolean> =>
  (await api.get(path, ACCESS_TOKEN)).status === 200

/** A member who disconnected stays disconnected. */
async function isConnected(db: Database): Promise<boolean> {
  const { rows } = await db.ask(theServer, {
    text: `select from public.github_integrations where user_id = $1`,
    values: [PRIYA],
  })

  return rows.length > 0
}

type Facts = {
  githubUserId: number
  username: string
  avatarUrl: string | null
  installationId: number | null
}

async function connectionFacts(api: GithubApi): Promise<Facts> {
  const { id, login, avatar_url } = await fetchGithubUser(api, ACCESS_TOKEN)
  const installations = await fetchInstallations(api, ACCESS_TOKEN)

  return {
    githubUserId: id,
    username: login,
    avatarUrl: avatar_url ?? null,
    installationId: chooseInstallation(installations, { githubUserId: id }),
  }
}

async function connect(
  sql: Sql,
  { config, clock, facts }: Pick<Needs, 'config' | 'clock'> & { facts: Facts },
): Promise<void> {
  const now = clock.now().getTime()
  const keyring = openKeyring(loadSecrets(config).encryptionKeys)
  const tokens = sealTokens({ keyring }, PRIYA, {
    accessToken: ACCESS_TOKEN,
    refreshToken: REFRESH_TOKEN,
    // Earlier than GitHub's own time, which began at its start.
    expiresAt: new Date(now + 7 * HOUR_MS),
    refreshTokenExpiresAt: new Date(now + 180 * DAY_MS),
    scopes: [],
  })

  await upsertConnection(sql, { userId: PRIYA, ...tokens, ...facts, scopes: [], githubApp: null })
  await sql.query(
    `update public.github_integrations set created_at = app.now() - interval '100 days' where user_id = $1`,
    [PRIYA],
  )
}
