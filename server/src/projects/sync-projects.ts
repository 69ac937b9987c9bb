import { setTimeout as pause } from 'node:timers/promises'
import type { SyncedProject, SyncProjectsReply } from '@app/contract/project-sync'
import { parseRepository } from '@app/contract/repository-name'
import {
  type Database,
  type Rows,
  type Sql,
  type Statement,
  theServer,
} from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { withRaisedRefusals } from '@app/platform/limits/raised-refusal.ts'
import { syncRunning } from './errors.ts'
import {
  insertLinks,
  type Link,
  listLinks,
  refuseTooManyLinks,
  writeDigests,
  writeLinks,
} from './links-table.ts'
import { deleteAbsent, findNamedLinks, type NamedLinks, type Naming } from './named-links-table.ts'
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
 * Merges the extension's list with ours in a fixed number of statements. Concurrent calls of one member wait without a connection, because
 * they write the same rows.
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

/** null if another server is syncing the same member. */
async function trySync(
  { db }: Needs,
  member: Member,
  order: SyncOrder,
): Promise<SyncProjectsReply | null> {
  const list = readSent(order.localProjects)
  const naming = namingOf(list, order)

  // Runs as the server, because it needs deleted links and digests, which members cannot see. Most lists
  // change nothing and need only this round trip.
  const found = await findNamedLinks((all) => db.askAll(theServer, all), member, naming)
  if (!found) return null
  const sorted = sortByResolution(list.sent, found.named, order.strategy)
  if (!isWriting(sorted, found)) return replyOf(serverSql(db), member, order, { list, sorted })

  const writing = db.as(theServer, async (sql) => {
    const locked = await findNamedLinks(oneByOne(sql), member, naming)
    return locked && (await write(sql, member, order, list, locked))
  })
  return withRaisedRefusals(writing)
}

/** A client that accepts our version deletes nothing. */
const namingOf = ({ sent, ids }: SentList, { lastSync, strategy }: SyncOrder): Naming => ({
  sentIds: sent.map(({ project }) => project.bolt_project_id),
  ids,
  lastSync: strategy === 'keep-remote' ? null : lastSync,
})

const oneByOne = (sql: Sql) => async (all: readonly Statement[]) => {
  const answers: Rows<object>[] = []
  for (const { text, values } of all) answers.push(await sql.query(text, values))
  return answers
}

async function write(
  sql: Sql,
  member: Member,
  order: SyncOrder,
  list: SentList,
  found: NamedLinks,
): Promise<SyncProjectsReply> {
  const sorted = sortByResolution(list.sent, found.named, order.strategy)
  const created = await insertLinks(sql, member.id, sorted.create)
  if (created.length > 0) await refuseTooManyLinks(sql, member.id)
  const written = await writeLinks(sql, member.id, [...sorted.update, ...sorted.restore])
  await writeDigests(sql, member.id, sorted.confirm.filter(isNewToExtension))
  const absent = found.hasAbsent ? await deleteAbsent(sql, member.id, namingOf(list, order)) : []

  await recordSync(sql, member.id, order.strategy === 'keep-remote' ? 'inward' : 'outward', {
    created: created.map(({ id }) => id),
    updated: sorted.update.map(({ known }) => known.id),
    restored: sorted.restore.map(({ known }) => known.id),
    deleted: absent.map(({ id }) => id),
  })
  return replyOf(sql, member, order, { list, sorted, changed: [...created, ...written], absent })
}

type SentList = ReturnType<typeof readSent>
type Sorted = ReturnType<typeof sortByResolution>
type Matched = { sent: Sent; known: Link }

const isWriting = ({ create, update, restore, confirm }: Sorted, { hasAbsent }: NamedLinks) =>
  hasAbsent || create.length + update.length + restore.length > 0 || confirm.some(isNewToExtension)

const isNewToExtension = ({ sent, known }: Matched) => sent.digest !== known.extension_digest

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
  // A client that accepts our version gets only existing projects, not deleted ones.
  return { create, ...matched, keepDeleted: strategy === 'keep-remote' ? [] : keepDeleted }
}

type Outcome = {
  list: SentList
  sorted: Sorted
  changed?: readonly Link[]
  absent?: readonly Pick<Link, 'bolt_project_id'>[]
}

async function replyOf(
  sql: Sql,
  { id }: Member,
  { strategy }: SyncOrder,
  { list, sorted, changed = [], absent = [] }: Outcome,
): Promise<SyncProjectsReply> {
  const kept = sorted.keep.map(({ known }) => known)
  const told = strategy === 'keep-remote' ? await listLinks(sql, id) : [...changed, ...kept]

  return {
    success: true,
    updatedProjects: told.map(asSynced),
    conflicts: list.conflicts,
    deletedProjects: [...absent, ...sorted.keepDeleted].map((one) => one.bolt_project_id),
  }
}

function asSynced({ deleted_at: _d, extension_digest: _e, ...link }: Link): SyncedProject {
  return { ...link, last_modified: link.last_modified?.toISOString() ?? null }
}

/**
 * The published extension sends one owner for all projects, but returns each repository's URL unchanged. If the two owners differ, the sent
 * one is ignored.
 */
function withIntendedOwner(sent: Sent, known: Link | undefined): Sent {
  const { github_repo_owner: owner, github_repo_name: name, github_repo_url: url } = sent.project
  const told = parseRepository(url ?? '')
  if (!told || !isSame(told.name, name) || isSame(told.owner, owner)) return sent

  // The same repository: its owner was set on the website or at GitHub.
  const kept = isSame(known?.github_repo_name, name) ? known?.github_repo_owner : null
  return { ...sent, project: { ...sent.project, github_repo_owner: kept ?? told.owner } }
}

/** GitHub compares names case-insensitively. */
const isSame = (one: string | null | undefined, other: string | null | undefined) =>
  one?.toLowerCase() === other?.toLowerCase()
