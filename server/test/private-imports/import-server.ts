import { randomUUID } from 'node:crypto'
import { movableClock } from '@app/platform/clock/clock.ts'
import { expect } from 'vitest'
import { addRow } from '#test/add-row.ts'
import { type Options, type TestMember, useGithubServer } from '#test/code-host/github-server.ts'

const NO_LIMITS = { creationsPerMinute: null, creationsPerHour: null, pointsPerMinute: null }

export const FILES = {
  'README.md': '# Tide planner\n',
  'src/tides.ts': 'export const tides = []\n',
  'src/picture.png': { base64: 'iVBORw0KGgoAAAANSUhEUgAAAAE=' },
  'run.sh': { text: '#!/bin/sh\n', mode: '100755' },
  'empty.txt': '',
}

export type CloneRow = {
  id: string
  status: string
  clone_full_name: string
  github_repo_id: string | null
  branch: string
  files_all: number | null
  findings: unknown[] | null
  error_code: string | null
  last_error: string | null
  attempts: number
  made_public_at: Date | null
  delete_at: Date
  deleted_at: Date | null
  reported_at: Date | null
}

/** The product and GitHub by a clock that tests move, with Pro members who have private repositories. */
export function useImports(options: Pick<Options, 'servers' | 'adjust'> = {}) {
  const clock = movableClock()
  const testServer = useGithubServer({ ...options, clock })
  const control = (method: string, path: string, body: unknown = {}) =>
    testServer().github.control(method, path, body)

  async function proMember(files: object = FILES, more: object = {}) {
    await control('PUT', 'limits', NO_LIMITS)
    const found = await testServer().connected()
    await makePro(found.member)
    const name = `private-${randomUUID().slice(0, 8)}`
    await addRepository(found.login, name, files, more)

    return { ...found, source: `${found.login}/${name}` }
  }

  const addRepository = async (owner: string, name: string, files: object, more: object = {}) => {
    const commits = [{ message: 'First', files }]
    const made = await control('POST', 'seed', {
      repositories: [{ owner, name, private: true, commits, ...more }],
    })
    expect(made.status).toBeLessThan(300)
  }

  /** With one commit of its own. */
  const addBranch = async (fullName: string, person: string, branch: string) => {
    const files = { 'draft.txt': 'later' }
    const made = await control('POST', `repositories/${fullName}/commits`, {
      person,
      branch,
      files,
    })
    expect(made.status).toBe(201)
  }

  async function makePro({ id: user_id }: TestMember) {
    const { sql } = testServer()
    const plan_id = await addRow(sql, 'plans', { name: `Pro ${randomUUID()}`, price: 4 })
    await addRow(sql, 'subscriptions', {
      user_id,
      plan_id,
      status: 'active',
      lemon_squeezy_subscription_id: randomUUID(),
    })
  }

  const start = (member: TestMember, fullName: string, more: object = {}) =>
    testServer().call('start-private-import', member.token, { body: { fullName, ...more } })

  const row = async (id: string): Promise<CloneRow | undefined> =>
    (
      await testServer().sql<CloneRow>(
        'select *, github_repo_id::text from public.temporary_clones where id = $1',
        [id],
      )
    )[0]

  const until = async (id: string, ...statuses: string[]): Promise<CloneRow> => {
    await expect
      .poll(async () => (await row(id))?.status, { timeout: 30_000, interval: 50 })
      .toSatisfy((status) => statuses.includes(String(status)))

    return (await row(id)) as CloneRow
  }

  /** Started, and public. */
  async function published(files: object = FILES) {
    const found = await proMember(files)
    const { status, body } = await start(found.member, found.source)
    expect({ status, body }).toMatchObject({ status: 202 })
    const cloneId = String(body.cloneId)

    return { ...found, cloneId, copy: await until(cloneId, 'public') }
  }

  /** What GitHub shows to everybody, or as its owner sees it. */
  const atGithub = async (fullName: string): Promise<'missing' | 'private' | 'public'> => {
    const found = await fetch(`${testServer().github.webUrl}/_control/repositories/${fullName}`)
    if (!found.ok) return 'missing'

    return ((await found.json()) as { isPrivate: boolean }).isPrivate ? 'private' : 'public'
  }

  /** Moves the clock, also GitHub's, and runs all due jobs. */
  const pass = async (seconds: number) => {
    clock.moveTo(Math.ceil(clock.offsetMs() + seconds * 1000))
    await control('PUT', 'clock', { offsetMs: clock.offsetMs() })
    await testServer().settle()
  }

  const fault = (one: object) => control('POST', 'faults', one)
  const clearFaults = () => control('DELETE', 'faults')

  const mails = ({ email }: TestMember) =>
    testServer().sql('select template from ops.mail_outbox where to_address = $1', [email])

  return {
    testServer,
    clock,
    control,
    proMember,
    addRepository,
    addBranch,
    makePro,
    start,
    row,
    until,
    published,
    atGithub,
    pass,
    fault,
    clearFaults,
    mails,
  }
}
