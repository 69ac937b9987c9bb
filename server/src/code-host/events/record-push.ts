import { theServer } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { type CodeHost, githubOf } from '#code-host/code-host.ts'
import { currentConnection } from '#code-host/current-connection.ts'
import { recordProductEvent } from '#product-events/record-product-event.ts'
import { closeTasks } from './close-mentioned-tasks.ts'
import { markBelowOwn, markPulled, placeBeforeOthers } from './pulls-table.ts'
import { fillPushes, insertPushes, lockRepository, otherLinkers } from './pushes-table.ts'
import type { EventFacts } from './read-event.ts'
import type { RepositoryRef } from './repository-links-table.ts'

const BRANCH = 'refs/heads/'

/** Records pushes to branches of linked repositories. */
export async function recordPush(host: CodeHost, event: EventFacts['push']): Promise<void> {
  const { ref, deleted, repository, sender, installation, head_commit } = event
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
      commits: event.commits,
      added: event.added,
      modified: event.modified,
      deleted: event.deletedFiles,
      files: event.files,
    }
    const filled = await fillPushes(sql, push)
    const recorded = await insertPushes(sql, push)
    for (const { project_id, is_own } of [...filled, ...recorded]) {
      if (project_id === null) continue
      await markPulled(sql, { ...push, projectId: project_id })
      if (is_own) await placeBeforeOthers(sql, { ...push, projectId: project_id })
      // An own push says it of what it went on top of.
      const sha = is_own ? push.before : push.sha
      if (sha !== null) await markBelowOwn(sql, { ...push, sha, projectId: project_id })
    }
    for (const { id, user_id, is_own } of recorded) {
      if (!is_own) continue
      await recordProductEvent(sql, 'push', user_id)
      await closeTasks(sql, id, event.mentioned)
    }
  })
}

/** Each check is a call to GitHub. More members of ours in one private repository are unlikely. */
const MOST_ASKED = 20

/** Other members who link a private repository, if GitHub grants them access now. */
async function readersOf(
  host: CodeHost,
  place: Parameters<typeof otherLinkers>[1],
): Promise<string[]> {
  const userIds = await otherLinkers(serverSql(host.db), place, MOST_ASKED)
  const readers = userIds.map(async (id) => ((await mayRead(host, id, place)) ? [id] : []))

  return (await Promise.all(readers)).flat()
}

/** Without a token or an answer there is no proof. */
async function mayRead(
  host: CodeHost,
  userId: string,
  { owner, name }: RepositoryRef,
): Promise<boolean> {
  try {
    const { accessToken } = await currentConnection(host, userId, { check: false })
    return await githubOf(host).canRead(accessToken, `${owner}/${name}`)
  } catch {
    return false
  }
}
