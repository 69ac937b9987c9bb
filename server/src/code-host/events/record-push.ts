import type { ChangedFile } from '@app/contract/changed-files'
import { cut } from '@app/contract/storable'
import { theServer } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import * as z from 'zod/mini'
import { type CodeHost, githubOf } from '#code-host/code-host.ts'
import { currentConnection } from '#code-host/current-connection.ts'
import { recordProductEvent } from '#product-events/record-product-event.ts'
import { closeTasks, mentionedTasks } from './close-mentioned-tasks.ts'
import { markPulled } from './pulls-table.ts'
import { fillPushes, insertPushes, lockRepository, otherLinkers } from './pushes-table.ts'
import type { Place } from './repository-links-table.ts'

const files = z._default(z.array(z.string()), [])
const commit = z.object({
  message: z._default(z.string(), ''),
  added: files,
  removed: files,
  modified: files,
})

const pushEvent = z.object({
  ref: z.string(),
  before: z.nullish(z.string()),
  deleted: z.optional(z.boolean()),
  repository: z.object({
    name: z.string(),
    private: z._default(z.boolean(), true),
    owner: z.object({ id: z.int(), login: z.string() }),
  }),
  sender: z.nullish(z.object({ id: z.int(), login: z.optional(z.string()) })),
  installation: z.nullish(z.object({ id: z.int() })),
  commits: z._default(z.array(commit), []),
  head_commit: z.nullish(z.object({ id: z.string(), message: z.string() })),
})

const BRANCH = 'refs/heads/'

/** More would make the history slow to load; the counts tell of the rest. */
const MOST_FILES = 300
const LONGEST_PATH = 1000

/** Records pushes to branches of linked repositories. */
export async function recordPush(host: CodeHost, body: unknown): Promise<void> {
  const event = z.parse(pushEvent, body)
  const { ref, deleted, repository, sender, installation, commits, head_commit } = event
  if (deleted || !head_commit || !ref.startsWith(BRANCH)) return

  const { name } = repository
  const owner = repository.owner.login
  const place = { owner, name, pusherId: sender?.id ?? null, ownerId: repository.owner.id }
  const readerIds = repository.private ? await readersOf(host, place) : []

  await host.db.as(theServer, async (sql) => {
    await lockRepository(sql, { owner, name })
    const push = {
      ...place,
      author: sender?.login ?? null,
      installationId: installation?.id ?? null,
      isPublic: !repository.private,
      readerIds,
      branch: ref.slice(BRANCH.length),
      sha: head_commit.id,
      before: event.before ?? null,
      message: head_commit.message,
      commits: commits.length,
      ...filesOf(commits),
    }
    await fillPushes(sql, push)
    const recorded = await insertPushes(sql, push)
    const numbers = mentionedTasks(commits.map(({ message }) => message))
    for (const { id, user_id, project_id, is_own } of recorded) {
      await markPulled(sql, { ...push, projectId: project_id })
      if (!is_own) continue
      await recordProductEvent(sql, 'push', user_id)
      await closeTasks(sql, id, numbers)
    }
  })
}

/** Each is a call to GitHub. More members of ours in one private repository are unlikely. */
const MOST_ASKED = 20

/** The other members who link a private repository, if GitHub shows it to them now. */
async function readersOf(
  host: CodeHost,
  place: Parameters<typeof otherLinkers>[1],
): Promise<string[]> {
  const userIds = await otherLinkers(serverSql(host.db), place, MOST_ASKED)
  const asked = userIds.map(async (id) => ((await mayRead(host, id, place)) ? [id] : []))

  return (await Promise.all(asked)).flat()
}

/** No token, or no answer, is no proof. */
async function mayRead(host: CodeHost, userId: string, { owner, name }: Place): Promise<boolean> {
  try {
    const { accessToken } = await currentConnection(host, userId, { check: false })
    return await githubOf(host).canRead(accessToken, `${owner}/${name}`)
  } catch {
    return false
  }
}

/** A file that several commits changed counts once, by its last change. */
function filesOf(commits: readonly z.infer<typeof commit>[]) {
  const changes = new Map<string, ChangedFile['change']>()
  for (const { added, removed, modified } of commits) {
    for (const path of added) changes.set(path, 'added')
    for (const path of modified) if (changes.get(path) !== 'added') changes.set(path, 'modified')
    for (const path of removed) changes.set(path, 'deleted')
  }
  const count = (what: string) => [...changes.values()].filter((one) => one === what).length
  const files = [...changes].slice(0, MOST_FILES)

  return {
    added: count('added'),
    modified: count('modified'),
    deleted: count('deleted'),
    files: files.map(([path, change]) => ({ path: cut(path, LONGEST_PATH), change })),
  }
}
