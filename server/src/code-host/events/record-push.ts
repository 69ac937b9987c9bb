import { theServer } from '@app/platform/db/database.ts'
import * as z from 'zod/mini'
import type { CodeHost } from '#code-host/code-host.ts'
import { recordProductEvent } from '#code-host/product-events.ts'
import { insertPushes, lockRepository } from './pushes-table.ts'

const files = z._default(z.array(z.string()), [])
const commit = z.object({ added: files, removed: files, modified: files })

const pushEvent = z.object({
  ref: z.string(),
  deleted: z.optional(z.boolean()),
  repository: z.object({ name: z.string(), owner: z.object({ id: z.int(), login: z.string() }) }),
  sender: z.nullish(z.object({ id: z.int() })),
  installation: z.nullish(z.object({ id: z.int() })),
  commits: z._default(z.array(commit), []),
  head_commit: z.nullish(z.object({ id: z.string(), message: z.string() })),
})

const BRANCH = 'refs/heads/'

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
    const userIds = await insertPushes(sql, {
      pusherId: sender?.id ?? null,
      ownerId: repository.owner.id,
      installationId: installation?.id ?? null,
      owner,
      name,
      branch: ref.slice(BRANCH.length),
      sha: head_commit.id,
      message: head_commit.message,
      ...countFiles(commits),
    })
    for (const userId of userIds) await recordProductEvent(sql, 'push', userId)
  })
}

/** A file that several commits changed counts once, by its last change. */
function countFiles(commits: readonly z.infer<typeof commit>[]) {
  const changes = new Map<string, 'added' | 'modified' | 'deleted'>()
  for (const { added, removed, modified } of commits) {
    for (const path of added) changes.set(path, 'added')
    for (const path of modified) if (changes.get(path) !== 'added') changes.set(path, 'modified')
    for (const path of removed) changes.set(path, 'deleted')
  }
  const count = (what: string) => [...changes.values()].filter((one) => one === what).length

  return { added: count('added'), modified: count('modified'), deleted: count('deleted') }
}
