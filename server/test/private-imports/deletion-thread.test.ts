import { setTimeout as pause } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { openCopyDeletions } from '#private-imports/copy-deletions.ts'
import { useImports } from './import-server.ts'

const imports = useImports()
const SOON_MS = 500
const LATER_MS = 600_000
const ALWAYS = { times: null, body: { message: 'no' } }

test('the thread deletes a copy when it is due and not before, without the database', async () => {
  const { atGithub } = imports
  const { deletions, deleted, copy, token } = await published()

  await deletions.schedule(copy, token, 2_000)
  const early = await atGithub(copy.clone_full_name)
  await expect.poll(() => deleted, { timeout: 30_000 }).toEqual([copy.id])

  expect(early).toBe('public')
  expect(await atGithub(copy.clone_full_name)).toBe('missing')
})

test('a new order replaces the old one, and a dropped one is forgotten', async () => {
  const { atGithub } = imports
  const moved = await published()
  const dropped = await published()

  await moved.deletions.schedule(moved.copy, moved.token, LATER_MS)
  await moved.deletions.schedule(moved.copy, moved.token, SOON_MS)
  await dropped.deletions.schedule(dropped.copy, dropped.token, SOON_MS)
  dropped.deletions.drop(dropped.copy.id)
  await expect.poll(() => moved.deleted, { timeout: 30_000 }).toEqual([moved.copy.id])
  await pause(2 * SOON_MS)

  expect(dropped.deleted).toEqual([])
  expect(await atGithub(dropped.copy.clone_full_name)).toBe('public')
})

test('where GitHub refuses to delete, the thread makes the copy private and tries again', async () => {
  const { atGithub, fault, clearFaults } = imports
  const { deletions, deleted, warnings, copy, token } = await published()
  await fault({ method: 'DELETE', path: `/repos/${copy.clone_full_name}`, status: 403, ...ALWAYS })

  await deletions.schedule(copy, token, SOON_MS)
  await expect.poll(() => warnings, { timeout: 30_000 }).toContain('GitHub refused to delete it')
  const refused = await atGithub(copy.clone_full_name)
  await clearFaults()
  await expect.poll(() => deleted, { timeout: 30_000 }).toEqual([copy.id])

  expect(refused).toBe('private')
  expect(warnings.join()).not.toContain(token)
})

test('a thread that dies is replaced, and what it held is deleted when it is due', async () => {
  const { atGithub } = imports
  const threads: Worker[] = []
  const note = (thread: Worker) => void threads.push(thread)
  const { deletions, deleted, copy, token } = await published()
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))

  await deletions.schedule(copy, token, 3_000)
  await threads[0]?.terminate()
  const early = await atGithub(copy.clone_full_name)
  await expect.poll(() => deleted, { timeout: 30_000 }).toEqual([copy.id])

  expect(threads).toHaveLength(2)
  expect(early).toBe('public')
  expect(await atGithub(copy.clone_full_name)).toBe('missing')
})

test('a member whose token was revoked has the app itself delete the copy', async () => {
  const { atGithub } = imports
  const { deletions, deleted, copy } = await published()

  await deletions.schedule(copy, 'ghu_revoked', SOON_MS)
  await expect.poll(() => deleted, { timeout: 30_000 }).toEqual([copy.id])

  expect(await atGithub(copy.clone_full_name)).toBe('missing')
})

/** A copy that the product published, and a thread of the test's own. */
async function published() {
  const { cloneId, copy, login, installationId } = await imports.published()
  const { github, givenEnv } = imports.testServer()
  const deleted: string[] = []
  const warnings: string[] = []
  const note = (facts: unknown) => void warnings.push((facts as { reason?: string }).reason ?? '')
  const deletions = openCopyDeletions({
    settings: {
      webUrl: github.webUrl,
      apiUrl: github.apiUrl,
      userAgent: 'test',
      clientId: givenEnv.GITHUB_APP_CLIENT_ID,
      clientSecret: givenEnv.GITHUB_APP_CLIENT_SECRET,
      limitMs: 5_000,
      app: {
        id: givenEnv.GITHUB_APP_ID,
        slug: givenEnv.GITHUB_APP_SLUG,
        privateKey: givenEnv.GITHUB_APP_PRIVATE_KEY,
      },
    },
    clock: imports.clock,
    log: { debug() {}, info() {}, warn: note, error: note, fatal: note },
    onDeleted: async (id) => void deleted.push(id),
  })
  onTestFinished(() => deletions.stop())

  return {
    deletions,
    deleted,
    warnings,
    token: await tokenOf(login),
    copy: {
      id: cloneId,
      user_id: null,
      clone_full_name: copy.clone_full_name,
      github_repo_id: copy.github_repo_id,
      installation_id: installationId,
      was_public: true,
      is_in_work: false,
    },
  }
}

async function tokenOf(login: string): Promise<string> {
  const scopes = ['repo', 'delete_repo']
  const made = await imports.control('POST', `people/${login}/tokens`, { scopes })

  return String(((await made.json()) as { token: string }).token)
}
