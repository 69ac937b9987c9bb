import { theServer } from '@app/platform/db/database.ts'
import * as z from 'zod/mini'
import type { CodeHost } from '#code-host/code-host.ts'
import { recordProductEvent } from '#code-host/product-events.ts'
import { type ChangedFile, insertPushes, lockRepository } from './pushes-table.ts'

const files = z._default(z.array(z.string()), [])
const commit = z.object({ added: files, removed: files, modified: files })

const pushEvent = z.object({
  ref: z.string(),
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
export async function recordPush({ db }: CodeHost, body: unknown): Promise<void> {
  const { ref, deleted, repository, sender, installation, commits, head_commit } = z.parse(
    pushEvent,
    body,
  )
  if (deleted || !head_commit || !ref.startsWith(BRANCH)) return

  const { name } = repository
  const owner = repository.owner.login

  await db.as(theServer, async (sql) => {
    await lockRepository(sql, { owner, name })
    const recorded = await insertPushes(sql, {
      pusherId: sender?.id ?? null,
      author: sender?.login ?? null,
      ownerId: repository.owner.id,
      installationId: installation?.id ?? null,
      isPublic: !repository.private,
      owner,
      name,
      branch: ref.slice(BRANCH.length),
      sha: head_commit.id,
      message: head_commit.message,
      commits: commits.length,
      ...filesOf(commits),
    })
    for (const { user_id, is_own } of recorded) {
      if (is_own) await recordProductEvent(sql, 'push', user_id)
    }
  })
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
    files: files.map(([path, change]) => ({ path: path.slice(0, LONGEST_PATH), change })),
  }
}
