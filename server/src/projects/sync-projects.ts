import { setTimeout as pause } from 'node:timers/promises'
import type { SyncedProject, SyncProjectsReply } from '@app/contract/project-sync'
import { type Database, type Sql, theServer } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { withRaisedRefusals } from '@app/platform/limits/raised-refusal.ts'
import { syncRunning } from './errors.ts'
import { withIntendedOwner } from './intended-owner.ts'
import {
  deleteAbsent,
  findLinks,
  insertLinks,
  type Link,
  listLinks,
  refuseTooManyLinks,
  touchLinks,
  tryLockLinksOf,
  writeLinks,
} from './links-table.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { readSent, type Sent } from './read-sent.ts'
import { resolveConflict, type Strategy } from './resolve-conflict.ts'
import { recordSync } from './sync-events-table.ts'

type Needs = { db: Database }

export type SyncOrder = {
  localProjects: readonly unknown[]
  /** null: the client has never synced, so absent projects were not deleted. */
  lastSync: Date | null
  strategy: Strategy
}

/**
 * Merges the extension's list with ours, with a fixed number of statements. Concurrent calls of one member wait,
 * since they write the same rows, and hold no connection while they do.
 */
export function syncProjects(
  needs: Needs,
  member: Member,
  order: SyncOrder,
): Promise<SyncProjectsReply> {
  return inLine(member.id, async () => {
    for (let tries = 1; ; tries++) {
      const reply = await trySync(needs, member, order)
      if (reply) return reply
      if (tries === MOST_TRIES) throw syncRunning()
      await pause(TRY_AGAIN_MS)
    }
  })
}

const MOST_WAITING = 10
const MOST_TRIES = 10
const TRY_AGAIN_MS = 200

const inLine = oneAtATime(MOST_WAITING, syncRunning)

/** null while another server syncs the same member. */
function trySync(
  { db }: Needs,
  member: Member,
  { localProjects, lastSync, strategy }: SyncOrder,
): Promise<SyncProjectsReply | null> {
  const { sent, conflicts, ids } = readSent(localProjects)

  // As the server: members see neither deleted links nor digests, and this needs both.
  const syncing: Promise<SyncProjectsReply | null> = db.as(theServer, async (sql) => {
    if (!(await tryLockLinksOf(sql, member))) return null
    const sorted = sortByResolution(sent, await findLinks(sql, member.id, ids), strategy)
    const created = await insertLinks(sql, member.id, sorted.create)
    if (created.length > 0) await refuseTooManyLinks(sql, member.id)
    const written = await writeLinks(sql, member.id, [...sorted.update, ...sorted.restore])
    await touchLinks(sql, member.id, [
      ...sorted.confirm.map(({ sent: { digest }, known: { id } }) => ({ id, digest })),
      ...sorted.keep.map(({ known: { id } }) => ({ id, digest: null })),
    ])
    const isEstablished = strategy !== 'keep-remote' && lastSync !== null
    const absent = isEstablished ? await deleteAbsent(sql, member.id, ids, lastSync) : []

    await recordSync(sql, member.id, strategy === 'keep-remote' ? 'inward' : 'outward', {
      created: created.map(({ id }) => id),
      updated: sorted.update.map(({ known }) => known.id),
      restored: sorted.restore.map(({ known }) => known.id),
      deleted: absent.map(({ id }) => id),
    })
    const kept = sorted.keep.map(({ known }) => known)
    return {
      success: true,
      updatedProjects: await answerOf(sql, member.id, strategy, [...created, ...written, ...kept]),
      conflicts,
      deletedProjects: [...absent, ...sorted.keepDeleted].map((one) => one.bolt_project_id),
    }
  })

  return withRaisedRefusals(syncing)
}

type Matched = { sent: Sent; known: Link }

function sortByResolution(sent: readonly Sent[], links: readonly Link[], strategy: Strategy) {
  const byId = new Map(links.map((link) => [link.bolt_project_id, link]))
  const create: Sent[] = []
  const matched: Record<'update' | 'restore' | 'confirm' | 'keep', Matched[]> = {
    update: [],
    restore: [],
    confirm: [],
    keep: [],
  }
  const keepDeleted: Link[] = []

  for (const said of sent) {
    const known = byId.get(said.project.bolt_project_id)
    const one = withIntendedOwner(said, known)
    const resolution = known ? resolveConflict(one, known, strategy) : 'create'
    if (!known || resolution === 'create') create.push(one)
    else if (resolution === 'keep-deleted') keepDeleted.push(known)
    else matched[resolution].push({ sent: one, known })
  }
  // A client that takes our version gets existing projects only, not deleted ones.
  return { create, ...matched, keepDeleted: strategy === 'keep-remote' ? [] : keepDeleted }
}

async function answerOf(
  sql: Sql,
  userId: string,
  strategy: Strategy,
  changed: readonly Link[],
): Promise<SyncedProject[]> {
  const links = strategy === 'keep-remote' ? await listLinks(sql, userId) : changed

  return links.map(({ deleted_at: _d, extension_digest: _e, ...link }) => ({
    ...link,
    last_modified: link.last_modified?.toISOString() ?? null,
  }))
}
