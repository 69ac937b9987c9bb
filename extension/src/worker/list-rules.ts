import type { SentProject } from '@app/backend-client/project-list'
import type { SyncedProject, SyncProjectsReply } from '@app/contract/project-sync'
import type { KnownProject } from '#store/storage.ts'

export type Projects = Readonly<Record<string, KnownProject>>

export const FIRST: Omit<KnownProject, 'id'> = {
  name: '',
  target: null,
  version: 0,
  changedAt: 0,
  rowId: null,
  linkedAt: 0,
  isUnsent: false,
  isImported: false,
  message: '',
  leaveOut: [],
}

/** The list to send. The server deletes rows of its own that are missing in it. */
export const sentOf = (all: Projects): SentProject[] =>
  Object.values(all)
    .filter(({ target, rowId }) => target !== null || rowId !== null)
    .map(({ id, name, target, linkedAt }) => ({
      bolt_project_id: id,
      project_name: name || id,
      ...(target && {
        github_repo_owner: target.owner,
        github_repo_name: target.name,
        github_branch: target.branch,
      }),
      ...(linkedAt && { last_modified: new Date(linkedAt).toISOString() }),
    }))

/** The server's list as a whole. Links made here since then stay, and so does what was unlinked here. */
export function afterFetch(
  all: Projects,
  rows: readonly SyncedProject[],
  unlinked: readonly string[],
): Projects {
  const listed = new Set(rows.map((row) => row.bolt_project_id))
  const kept = Object.values(all).map((one) =>
    one.rowId !== null && !one.isUnsent && !listed.has(one.id) ? withoutLink(one) : one,
  )
  return merged(
    Object.fromEntries(kept.map((one) => [one.id, one])),
    rows.filter((row) => !unlinked.includes(row.bolt_project_id)),
  )
}

/**
 * With a time, the server deletes what is missing in the list. Only a whole list that lacks something on purpose has one:
 * this computer's clock may be wrong, and another browser may have added a project since the fetch.
 */
export const lastSyncOf = (
  fetchedAt: string,
  { isWhole, unlinked }: { isWhole: boolean; unlinked: readonly string[] },
): string | null => (isWhole && unlinked.length > 0 ? fetchedAt : null)

/** The list with what the server stored, and with its newer values. `sent` is what it was sent. */
export function afterSend(
  all: Projects,
  sent: readonly SentProject[],
  { updatedProjects, deletedProjects }: SyncProjectsReply,
): Projects {
  const arrived = new Map(sent.map((one) => [one.bolt_project_id, one]))
  const told = Object.values(all).map((one) => {
    if (deletedProjects.includes(one.id)) return withoutLink(one)
    return isAsSent(one, arrived.get(one.id)) ? { ...one, isUnsent: false } : one
  })
  return merged(Object.fromEntries(told.map((one) => [one.id, one])), updatedProjects)
}

/** Another account does not get the previous account's list, only rows that were never sent. */
export const forAccount = (all: Projects): Projects =>
  Object.fromEntries(Object.entries(all).filter(([, { rowId }]) => rowId === null))

export const withoutLink = (project: KnownProject): KnownProject => ({
  ...project,
  target: null,
  rowId: null,
  isUnsent: false,
  isImported: false,
})

function merged(all: Projects, rows: readonly SyncedProject[]): Projects {
  const updated = rows.map((row) => [
    row.bolt_project_id,
    fromRow(row, all[row.bolt_project_id] ?? null),
  ])
  return { ...all, ...Object.fromEntries(updated) }
}

function fromRow(row: SyncedProject, known: KnownProject | null): KnownProject {
  const { github_repo_owner: owner, github_repo_name: name, github_branch: branch } = row
  const base = { ...FIRST, ...known, id: row.bolt_project_id, rowId: row.id }
  if (known?.isUnsent) return base

  return {
    ...base,
    name: row.project_name,
    target: owner && name ? { owner, name, branch: branch ?? 'main' } : base.target,
  }
}

/** A link that changed while the list was being sent is sent later. */
const isAsSent = ({ target }: KnownProject, sent: SentProject | undefined): boolean =>
  sent !== undefined &&
  (sent.github_repo_owner ?? null) === (target?.owner ?? null) &&
  (sent.github_repo_name ?? null) === (target?.name ?? null) &&
  (sent.github_branch ?? null) === (target?.branch ?? null)
