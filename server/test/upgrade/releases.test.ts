import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { movableClock } from '@app/platform/clock/clock.ts'
import { type Database, theServer } from '@app/platform/db/database.ts'
import { openDatabase } from '@app/platform/db/open.ts'
import { forThisFile } from '@app/platform/test/for-this-file.ts'
import type { AtEnd } from '@app/platform/test/fresh-database.ts'
import { openGithub } from '@app/platform/test/outside/providers.ts'
import { startMailbox } from '@app/standins/mailbox'
import { describe, expect, inject, test } from 'vitest'
import { startTestServer } from '#test/test-server.ts'
import '@app/platform/test/databases/given.ts'
import { openOlder, releaseLocation, statementsOf, walkedIn } from './release-data.ts'
import { call, TEST_SECRETS, verifyFactor, walk } from './walk.ts'

const { schema } = inject('database')
/** Waiting jobs are due by then, and tokens still last. */
const LATER_MS = 20 * 60_000

describe.each(['first', 'second'])('data of the %s release', (release) => {
  const opened = forThisFile((atEnd) => openRelease(release, atEnd))

  test('access tokens that were issued then are still accepted, and find what was written', async () => {
    const { url, people } = opened()
    const { ada } = people
    const get = <Row>(path: string) =>
      call<Row[]>(url, 'GET', `/rest/v1/${path}`, { token: ada.accessToken })

    const links = await get<{ bolt_project_id: string }>('bolt_projects?select=bolt_project_id')
    const tasks = await get<object>(
      `tasks?select=name,status&project_id=eq.${ada.projectId}&order=name`,
    )
    const subscriptions = await get<object>('subscriptions?select=plan_id,status')

    expect(links.map((link) => link.bolt_project_id).sort()).toEqual([...ada.links].sort())
    expect(tasks).toEqual([
      { name: 'Paint', status: 'done' },
      { name: 'Sail', status: 'todo' },
    ])
    expect(subscriptions).toEqual([{ plan_id: ada.planId, status: 'active' }])
  })

  test('refresh tokens of then open sessions', async () => {
    const { url, people } = opened()

    for (const { refreshToken, id } of [people.ada, people.grace]) {
      const session = await call<{ user: { id: string }; refresh_token: string }>(
        url,
        'POST',
        '/auth/v1/token?grant_type=refresh_token',
        { body: { refresh_token: refreshToken } },
      )

      expect(session.user.id).toBe(id)
      expect(session.refresh_token).not.toBe(refreshToken)
    }
  })

  test('passwords, factors and recovery codes of then are known', async () => {
    const { url, people, nowMs } = opened()
    const { grace } = people
    const signIn = () =>
      call<{ access_token: string }>(url, 'POST', '/auth/v1/token?grant_type=password', {
        body: { email: grace.email, password: grace.password },
      })

    const byApp = await verifyFactor(
      url,
      (await signIn()).access_token,
      grace.factorId,
      grace.secret,
      nowMs(),
    )
    const byCode = await call<{ access_token: string }>(
      url,
      'POST',
      '/auth/v1/factors/recovery-codes/verify',
      { token: (await signIn()).access_token, body: { code: grace.recoveryCodes[0] } },
    )

    expect([byApp, byCode].map(assuranceOf)).toEqual(['aal2', 'aal2'])
  })

  test('sealed secrets open, and files are there', async () => {
    const { url, people } = opened()
    const { github, avatar, accessToken: token } = people.ada

    const given = await call<{ access_token: string; github_username: string }>(
      url,
      'GET',
      '/functions/v1/get-github-token',
      { token },
    )
    const file = await fetch(`${url}/storage/v1/object/public/avatars/${avatar.name}`)

    expect(given).toMatchObject({ access_token: github.token, github_username: github.login })
    expect(Buffer.from(await file.arrayBuffer()).toString('base64')).toBe(avatar.base64)
  })

  test('a mail that waited is sent, and its link still works', async () => {
    const { people, settle, mailbox } = opened()
    await settle()

    const reply = await fetch(
      `${mailbox.url}/api/messages?to=${encodeURIComponent(people.ada.email)}`,
    )
    const mails = (await reply.json()) as { links: string[] }[]
    const link = mails.flatMap(({ links }) => links).find((one) => one.includes('type=recovery'))
    const { pathname, search } = new URL(link ?? '')
    const followed = await fetch(`${opened().url}${pathname}${search}`, { redirect: 'manual' })

    expect(followed.headers.get('location')).toContain('access_token=')
  })

  test('no job that waited is left or has failed', async () => {
    const { db, settle } = opened()
    await settle()

    const { rows } = await db.ask(theServer, {
      text: `select kind from ops.jobs where state = 'failed' or (state in ('waiting', 'retrying') and run_at <= ops.now())`,
    })

    expect(rows).toEqual([])
  })

  test('what its clients do works on today’s server', async () => {
    const { url, nowMs } = opened()

    const { ada } = await walk(url, nowMs)

    expect(ada.links).toHaveLength(3)
  })

  test('the statements of its server are valid in today’s schema', async () => {
    const { db } = opened()
    const statements = statementsOf(release)
    const refused: unknown[] = []

    for (const text of statements) {
      // Checks every table, column, function and type, and runs nothing.
      await db
        .script(`prepare older as ${text}; deallocate older`)
        .catch((error: unknown) => refused.push([text, String(error)]))
    }

    expect(refused).toEqual([])
    expect(statements.length).toBeGreaterThan(30)
  })
})

async function openRelease(release: string, atEnd: AtEnd) {
  const people = walkedIn(release)
  const clock = movableClock()
  clock.moveTo(Date.parse(people.at) + LATER_MS - Date.now())
  const location = await releaseLocation(release, atEnd)
  if (location.kind === 'postgres') {
    const older = await openOlder(location, clock)
    atEnd(() => older.close())
  }
  // The second start finds nothing to do.
  await (await openDatabase({ location, schema, clock })).close()
  const db = await openDatabase({ location, schema, clock })
  atEnd(() => db.close())
  const dataDir = mkdtempSync(join(tmpdir(), 'gitferry-upgrade-'))
  const mailbox = await startMailbox({ dataDir })
  atEnd(async () => {
    await mailbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const github = await openGithub({}, atEnd)
  const server = await startTestServer({
    db,
    clock,
    atEnd,
    env: {
      ...TEST_SECRETS,
      AUTH_AUTOCONFIRM: 'true',
      AUTH_RATE_LIMIT_FACTOR: '0',
      SMTP_URL: mailbox.smtpUrl,
      GITHUB_WEB_URL: github.webUrl,
      GITHUB_API_URL: github.apiUrl,
      GITHUB_APP_CLIENT_ID: github.app.clientId,
      GITHUB_APP_CLIENT_SECRET: github.app.clientSecret,
      GITHUB_APP_ID: String(github.app.id),
      GITHUB_APP_SLUG: github.app.slug,
      GITHUB_APP_PRIVATE_KEY: await github.app.privateKey(),
      GITHUB_APP_WEBHOOK_SECRET: github.app.webhookSecret,
    },
  })

  return {
    url: server.url,
    settle: server.settle,
    db: db as Database,
    people,
    mailbox,
    nowMs: () => clock.now().getTime(),
  }
}

function assuranceOf({ access_token: token }: { access_token: string }): unknown {
  const [, claims = ''] = token.split('.')

  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aal: string }).aal
}
