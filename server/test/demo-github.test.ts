import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineClock } from '@app/platform/clock/clock.ts'
import { theServer } from '@app/platform/db/database.ts'
import { forThisFile } from '@app/platform/test/for-this-file.ts'
import type { AtEnd } from '@app/platform/test/fresh-database.ts'
import { recycledDatabase } from '@app/platform/test/recycled-database.ts'
import { keptLog, testEnvironment } from '@app/platform/test/test-server.ts'
import { github } from '@app/standins/github'
import { expect, onTestFinished, test } from 'vitest'
import { connectDemo } from '#compose/demo-github.ts'
import { folders } from '#compose/folders.ts'
import { seedContent, seedDemo } from '#compose/seed.ts'
import { readConfig } from '#config/read-config.ts'

const TOKEN = 'ghu_demoPriyaNairOpensOnlyTheStandIn0001'
const PRIYA = 'd0000000-0000-4000-8000-000000000002'

/** Seeded and connected once; tests leave it connected. */
const demo = forThisFile(openDemo)

test('every push of the demo is a commit that GitHub shows, with its message, author and time', async () => {
  const { pushes, commitAt } = demo()

  const known = (await pushes()).filter(({ commit_sha }) => commit_sha !== null)
  expect(known.length).toBeGreaterThan(30)
  for (const push of known) {
    const { status, commit } = await commitAt(push)
    expect([status, commit.message, commit.login]).toEqual([200, push.commit_message, push.author])
    expect(push.created_at.getTime() - Date.parse(commit.date)).toBe(4000)
  }
})

test('the demo’s Pro member sees one project in each state', async () => {
  const { db, sql } = demo()

  const { rows: states } = await db.ask<{ project_name: string; state: string; ahead_by: number }>(
    { role: 'authenticated', claims: { sub: PRIYA } },
    { text: 'select project_name, state, ahead_by::int from public.get_sync_states()' },
  )

  expect(Object.fromEntries(states.map((one) => [one.project_name, one.state]))).toEqual({
    'Tide Tables': 'in_sync',
    'Invoice Lantern': 'push_failed',
    'Standup Notes': 'github_ahead',
    'Plant Diary': 'never_pushed',
    'Lanternworks Site': 'in_sync',
    'Queue Watcher': 'in_sync',
    'Colour Check': 'in_sync',
    'Night Bus': 'never_pushed',
  })
  expect(states.find(({ project_name }) => project_name === 'Standup Notes')?.ahead_by).toBe(2)
  expect(
    await sql(`
      select link.project_name from public.bolt_projects as link
        join public.projects on projects.bolt_project_id = link.id
        join public.push_records as push on push.project_id = projects.id and push.is_own and push.succeeded
       group by 1, link.last_sync_at having max(push.created_at) <> link.last_sync_at`),
  ).toEqual([])
})

test('a second start changes nothing, and a member who disconnected stays so', async () => {
  const { connect, pushes, sql } = demo()
  const before = await pushes()
  const connections = await sql('delete from public.github_integrations returning *')
  onTestFinished(async () => {
    await sql(
      `insert into public.github_integrations overriding system value
       select * from jsonb_populate_recordset(null::public.github_integrations, $1)`,
      [JSON.stringify(connections)],
    )
  })

  await connect()

  expect(await pushes()).toEqual(before)
  expect(connections).toHaveLength(1)
  expect(await sql('select from public.github_integrations')).toEqual([])
})

test('where GitHub’s memory was deleted, the pushes follow its new commits', async () => {
  const { connect, pushes, commitAt, restart, sql } = demo()
  const before = (await pushes()).map(({ commit_sha }) => commit_sha)
  await sql(`update public.github_integrations set access_token = 'enc1.renewed-meanwhile'`)

  await restart()
  await connect()

  const known = (await pushes()).filter(({ commit_sha }) => commit_sha !== null)
  expect(known.length).toBeGreaterThan(30)
  expect(before).not.toContain(known[0]?.commit_sha)
  expect((await commitAt(known[0])).status).toBe(200)
  const [connection] = await sql('select access_token from public.github_integrations')
  expect(connection?.access_token).not.toBe('enc1.renewed-meanwhile')
})

test('without the played GitHub nobody is connected', () => {
  expect(demo().withoutGithub).toEqual({ pushes: [], connections: [] })
})

type Push = {
  commit_sha: string | null
  commit_message: string
  author: string
  repo_owner: string
  repo_name: string
  created_at: Date
}

async function openDemo(atEnd: AtEnd) {
  const db = await recycledDatabase(machineClock, atEnd)
  const sql = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    (await db.ask<Row>(theServer, { text, values })).rows
  const pushes = () => sql<Push>('select * from public.push_records order by created_at desc, id')
  await seedContent(db, folders.seed)
  await seedDemo(db, folders.seed, async () => [])
  let played = await playGithub(atEnd)
  const environment = await testEnvironment(atEnd)
  const connect = async (env: Record<string, string> = {}) => {
    const config = readConfig({
      ...environment,
      GITHUB_WEB_URL: played.url,
      GITHUB_API_URL: played.apiUrl,
      GITHUB_APP_CLIENT_ID: 'gitferry-local',
      GITHUB_APP_CLIENT_SECRET: 'gitferry-local-secret',
      STANDINS_RUNNING: `github=${played.url}`,
      ...env,
    })
    const { log } = keptLog(config.logLevel)
    await connectDemo({ config, db, clock: machineClock, log }, Promise.resolve())
  }
  await connect({ STANDINS_RUNNING: '' })
  const connections = await sql('select from public.github_integrations')
  const withoutGithub = { pushes: await pushes(), connections }
  await connect()

  return {
    db,
    sql,
    connect,
    pushes,
    withoutGithub,
    /** Another GitHub, which remembers nothing. A commit's time is part of its id, in whole seconds. */
    async restart() {
      await new Promise((resolve) => setTimeout(resolve, 1100))
      played = await playGithub(atEnd)
    },
    async commitAt(push: Push | undefined) {
      const answer = await fetch(
        `${played.apiUrl}/repos/${push?.repo_owner}/${push?.repo_name}/commits/${push?.commit_sha}`,
        { headers: { authorization: `Bearer ${TOKEN}`, 'user-agent': 'test' } },
      )
      const body = (await answer.json()) as {
        commit?: { message: string; author: { date: string } }
        author?: { login: string }
      }

      return {
        status: answer.status,
        commit: {
          message: body.commit?.message,
          date: body.commit?.author.date ?? '',
          login: body.author?.login,
        },
      }
    },
  }
}

async function playGithub(atEnd: AtEnd) {
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-github-'))
  const { url, addresses, close } = await github.start({ dataDir, ports: { http: 0, api: 0 } })
  atEnd(async () => {
    await close()
    await rm(dataDir, { recursive: true })
  })

  return { url, apiUrl: addresses.api ?? '' }
}
