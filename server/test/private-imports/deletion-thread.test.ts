import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { AtEnd } from '@app/platform/test/fresh-database.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openCopyDeletions } from '#private-imports/copy-deletions.ts'
import { descriptionOf } from '#private-imports/private-imports.ts'
import { FILES, useImports } from './import-server.ts'

const imports = useImports()
const SOON_MS = 500
/** Long enough to check the copy before its deletion. */
const A_WHILE_MS = 3_000
const LATER_MS = 600_000
const ALWAYS = { times: null, body: { message: 'no' } }

test.concurrent('the thread deletes a copy when it is due and not before, without the database', async ({
  expect,
  onTestFinished,
}) => {
  const { atGithub } = imports
  const { deletions, deleted, copy, token } = await published(onTestFinished)

  await deletions.schedule(copy, token, A_WHILE_MS)
  const early = await atGithub(copy.clone_full_name)
  await expect.poll(() => deleted, { timeout: 30_000 }).toEqual([copy.id])

  expect(early).toBe('public')
  expect(await atGithub(copy.clone_full_name)).toBe('missing')
})

test.concurrent('a new order replaces the old one, and a dropped one is forgotten', async ({
  expect,
  onTestFinished,
}) => {
  const { atGithub } = imports
  const moved = await published(onTestFinished)
  const dropped = await published(onTestFinished)

  await moved.deletions.schedule(moved.copy, moved.token, LATER_MS)
  await moved.deletions.schedule(moved.copy, moved.token, SOON_MS)
  await dropped.deletions.schedule(dropped.copy, dropped.token, A_WHILE_MS)
  dropped.deletions.drop(dropped.copy.id)
  await expect.poll(() => moved.deleted, { timeout: 30_000 }).toEqual([moved.copy.id])
  await pause(A_WHILE_MS + SOON_MS)

  expect(dropped.deleted).toEqual([])
  expect(await atGithub(dropped.copy.clone_full_name)).toBe('public')
})

test.concurrent('where GitHub refuses to delete, the thread makes the copy private and tries again', async ({
  expect,
  onTestFinished,
}) => {
  const { atGithub, fault, clearFaults } = imports
  const { deletions, deleted, warnings, copy, token } = await published(onTestFinished)
  await fault({ method: 'DELETE', path: `/repos/${copy.clone_full_name}`, status: 403, ...ALWAYS })

  await deletions.schedule(copy, token, SOON_MS)
  await expect.poll(() => warnings, { timeout: 30_000 }).toContain('GitHub refused to delete it')
  const refused = await atGithub(copy.clone_full_name)
  await clearFaults()
  await expect.poll(() => deleted, { timeout: 30_000 }).toEqual([copy.id])

  expect(refused).toBe('private')
  expect(warnings.join()).not.toContain(token)
})

test.concurrent('a member whose token was revoked has the app itself delete the copy', async ({
  expect,
  onTestFinished,
}) => {
  const { atGithub } = imports
  const { deletions, deleted, copy } = await published(onTestFinished)

  await deletions.schedule(copy, 'ghu_revoked', SOON_MS)
  await expect.poll(() => deleted, { timeout: 30_000 }).toEqual([copy.id])

  expect(await atGithub(copy.clone_full_name)).toBe('missing')
})

test.concurrent('a copy of a member who installed the standby app is deleted by that app', async ({
  expect,
  onTestFinished,
}) => {
  const { atGithub } = imports
  const { deletions, deleted, copy } = await published(onTestFinished, { asStandby: true })

  await deletions.schedule(copy, 'ghu_revoked', SOON_MS)
  await expect.poll(() => deleted, { timeout: 30_000 }).toEqual([copy.id])

  expect(await atGithub(copy.clone_full_name)).toBe('missing')
})

// Not at once with the others: it counts all threads of this process.
test('a thread that dies is replaced, and what it held is deleted when it is due', async () => {
  const { atGithub } = imports
  const threads: Worker[] = []
  const note = (thread: Worker) => void threads.push(thread)
  const { deletions, deleted, copy, token } = await published(onTestFinished)
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))

  await deletions.schedule(copy, token, A_WHILE_MS)
  await threads[0]?.terminate()
  const early = await atGithub(copy.clone_full_name)
  await expect.poll(() => deleted, { timeout: 30_000 }).toEqual([copy.id])

  expect(threads).toHaveLength(2)
  expect(early).toBe('public')
  expect(await atGithub(copy.clone_full_name)).toBe('missing')
})

/** A copy as the product publishes them, and a thread of the test's own. `asStandby`: another app comes before the installed one. */
async function published(atEnd: AtEnd, { asStandby = false } = {}) {
  const { login, installationId } = await imports.testServer().connected()
  const cloneId = randomUUID()
  const name = `ferry-${cloneId}`
  const fullName = `${login}/${name}`
  const description = descriptionOf(cloneId)
  await imports.addRepository(login, name, FILES, { private: false, description })
  const { github, givenEnv } = imports.testServer()
  const made = await fetch(`${github.webUrl}/_control/repositories/${fullName}`)
  const { id } = (await made.json()) as { id: number }
  const deleted: string[] = []
  const warnings: string[] = []
  const note = (facts: unknown) => void warnings.push((facts as { reason?: string }).reason ?? '')
  const installed = {
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
  }
  const other = github.standby && {
    ...installed,
    clientId: github.standby.clientId,
    clientSecret: github.standby.clientSecret,
    app: {
      id: String(github.standby.id),
      slug: github.standby.slug,
      privateKey: await github.standby.privateKey(),
    },
  }
  const deletions = openCopyDeletions({
    settings:
      asStandby && other
        ? { first: other, standby: installed }
        : { first: installed, standby: null },
    clock: imports.clock,
    log: { debug() {}, info() {}, warn: note, error: note, fatal: note },
    onDeleted: async (id) => void deleted.push(id),
  })
  atEnd(() => deletions.stop())

  return {
    deletions,
    deleted,
    warnings,
    token: await tokenOf(login),
    copy: {
      id: cloneId,
      user_id: null,
      clone_full_name: fullName,
      github_repo_id: String(id),
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
