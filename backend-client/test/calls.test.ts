import type { SyncedProject } from '@app/contract/project-sync'
import { expect, test } from 'vitest'
import { readGithubToken, readPlan } from '#account.ts'
import { readCopy, runningImport, startImport } from '#private-imports.ts'
import { conflictName, merged, restoreProject, syncProjects } from '#project-list.ts'
import { recordPull, recordPush } from '#records.ts'
import { readBase, writeBase } from '#sync-bases.ts'
import { openSignedIn } from './member.ts'

const COMMIT = 'a'.repeat(40)
const TARGET = { owner: 'Mia', name: 'Timer-Wall', branch: 'main' }

test('a base is read as it was written, whatever the case of the repository', async () => {
  const { backend, member } = await openSignedIn()
  const key = { userId: member.id, projectId: 'timer' }
  const base = { commit: COMMIT, differs: { 'a.txt': null } }

  await writeBase(backend, key, TARGET, { commit: 'b'.repeat(40), differs: {} })
  await writeBase(backend, key, TARGET, base)

  expect(await readBase(backend, 'timer', { ...TARGET, owner: 'mia' })).toEqual(base)
  expect(await readBase(backend, 'timer', { ...TARGET, branch: 'other' })).toBeNull()
})

test('a base that is too large is deleted, so that the next push asks as a first one', async () => {
  const { backend, member } = await openSignedIn()
  const key = { userId: member.id, projectId: 'timer' }
  await writeBase(backend, key, TARGET, { commit: COMMIT, differs: {} })
  const paths = Array.from({ length: 5000 }, (_, at) => [`folder/${at}.txt`, COMMIT])

  await writeBase(backend, key, TARGET, { commit: COMMIT, differs: Object.fromEntries(paths) })

  expect(await readBase(backend, 'timer', TARGET)).toBeNull()
})

test('projects are sent, merged into the remembered list, deleted and restored', async () => {
  const { backend } = await openSignedIn()
  const sent = ['one', 'two'].map((id) => ({ bolt_project_id: id, project_name: id }))
  const first = await syncProjects(backend, sent, 'auto-resolve', null)
  const known = { fetchedAt: later(), projects: merged({ fetchedAt: null, projects: [] }, first) }
  const [one] = known.projects as [SyncedProject]

  const second = await syncProjects(backend, sent.slice(1), 'auto-resolve', known.fetchedAt)

  expect(second.deletedProjects).toEqual(['one'])
  expect(names(merged(known, second))).toEqual(['two'])
  await restoreProject(backend, one.id)
  const { updatedProjects } = await syncProjects(backend, [], 'keep-remote', null)
  expect(names(updatedProjects)).toEqual(['one', 'two'])
})

test('a conflict is told with the name of its project', async () => {
  const { backend } = await openSignedIn()
  const wrong = { bolt_project_id: 'no spaces', project_name: 'Timer' }

  const { conflicts } = await syncProjects(backend, [wrong], 'auto-resolve', null)

  expect(conflicts.map(conflictName)).toEqual(['Timer'])
})

test('pushes and pulls are recorded', async () => {
  const { backend } = await openSignedIn()
  const done = { ...TARGET, added: 1, modified: 0, deleted: 0, commitSha: COMMIT }

  await recordPush(backend, { ...done, boltProjectId: 'timer', message: 'Add', succeeded: true })
  await recordPull(backend, { ...done, boltProjectId: 'timer' })

  const { updatedProjects } = await syncProjects(backend, [], 'keep-remote', null)
  expect(updatedProjects).toMatchObject([{ bolt_project_id: 'timer', github_repo_owner: 'Mia' }])
})

test('a member without plan and connection is told so', async () => {
  const { backend, member } = await openSignedIn()

  expect(await readPlan(backend, member.id)).toEqual({ isPro: false })
  expect(await readGithubToken(backend, { isDoubted: false })).toEqual({ state: 'missing' })
  expect(await readGithubToken(backend, { isDoubted: true })).toEqual({ state: 'missing' })
})

test('where the app is not installed, the way to install it is told', async () => {
  const { backend, client } = await openSignedIn()
  const code = 'GITHUB_APP_INSTALLATION_MISSING'
  client.instead = () => Response.json({ code, install_url: 'https://x.test' }, { status: 409 })

  expect(await readGithubToken(backend, { isDoubted: false })).toEqual({
    state: 'notInstalled',
    installUrl: 'https://x.test',
    suspension: null,
  })
})

test('a private import that is refused is told with its code', async () => {
  const { backend } = await openSignedIn()

  const outcome = await startImport(backend, 'mia/timer-wall', null)

  expect(outcome).toEqual({ kind: 'refused', code: 'NO_GITHUB_APP' })
  expect(await runningImport(backend)).toBeNull()
  expect(await readCopy(backend, crypto.randomUUID())).toBeNull()
})

test('an import that another tab has begun is the one that was started', async () => {
  const { backend, client } = await openSignedIn()
  const running = { error: 'Running', code: 'import_running', cloneId: 'the-copy' }
  client.instead = () => Response.json(running, { status: 409 })

  const outcome = await startImport(backend, 'mia/timer-wall', null)

  expect(outcome).toEqual({ kind: 'started', cloneId: 'the-copy' })
})

test('an import without a session is a failure, no refusal of the import', async () => {
  const { backend, client } = await openSignedIn()
  client.stored = null

  await expect(startImport(backend, 'mia/timer-wall', null)).rejects.toMatchObject({
    code: 'session_expired',
  })
})

const later = () => new Date(Date.now() + 60_000).toISOString()

const names = (projects: SyncedProject[]) => projects.map((one) => one.project_name).toSorted()
