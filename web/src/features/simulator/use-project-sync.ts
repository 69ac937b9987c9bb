import type { SyncedProject, SyncProjectsReply } from '@app/contract/project-sync'
import type { ProjectSync, SyncOutcome } from '@app/sync-panels/projects'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshProjects } from '#api/projects/project-keys.ts'
import {
  conflictName,
  type RememberedList,
  rememberedList,
  rememberList,
  restoreProject,
  type SentProject,
  syncProjects,
} from '#api/simulator/project-list.ts'
import type { Builder } from './builder.ts'
import type { VirtualProject } from './project-database.ts'
import { useBuilder, useBuilderState } from './use-builder.tsx'

/** The simulator's list of projects: those of this browser, and those that were fetched. */
export function useProjectSync(userId: string): ProjectSync {
  const client = useQueryClient()
  const builder = useBuilder()
  const { projects: here } = useBuilderState()
  const [list, setList] = useState(() => rememberedList(userId))
  const elsewhere = list.projects.filter(
    ({ bolt_project_id }) => !here.some(({ id }) => id === bolt_project_id),
  )
  const keep = (next: RememberedList) => {
    rememberList(userId, next)
    setList(next)
    void refreshProjects(client)
  }
  const sent = [...here.map(sentProject), ...elsewhere]

  return {
    projects: [
      ...here.map(({ id, name, target }) => ({
        id,
        name,
        repository: target && `${target.owner}/${target.name}`,
        isHere: true,
      })),
      ...elsewhere.map((one) => ({
        id: one.bolt_project_id,
        name: one.project_name,
        repository: one.github_repo_name && `${one.github_repo_owner}/${one.github_repo_name}`,
        isHere: false,
      })),
    ],
    send: async () => {
      const reply = await syncProjects(sent, 'auto-resolve', list.fetchedAt)
      for (const row of list.projects) {
        if (reply.deletedProjects.includes(row.bolt_project_id))
          removed.set(row.bolt_project_id, row)
      }
      keep({ ...list, projects: merged(list, reply) })
      return outcomeOf('sent', reply, sent, list)
    },
    fetch: async () => {
      const reply = await syncProjects(sent, 'keep-remote', list.fetchedAt)
      await takeOver(builder, reply)
      keep({ fetchedAt: new Date().toISOString(), projects: reply.updatedProjects })
      return outcomeOf('fetched', reply, sent, list)
    },
    remove: (id) => {
      const row = list.projects.find(({ bolt_project_id }) => bolt_project_id === id)
      if (row) removed.set(id, row)
      keep({ ...list, projects: list.projects.filter((one) => one !== row) })
    },
    restore: async (id) => {
      const row =
        removed.get(id) ?? list.projects.find(({ bolt_project_id }) => bolt_project_id === id)
      if (!row) throw new Error('the row of this project is not known')
      await restoreProject(row.id)
      keep({ ...list, projects: [...list.projects.filter((one) => one !== row), row] })
    },
  }
}

/** Rows that were taken off the list or deleted, for "Undo". */
const removed = new Map<string, SyncedProject>()

const sentProject = ({ id, name, target, changedAt }: VirtualProject): SentProject => ({
  bolt_project_id: id,
  project_name: name,
  ...(target && {
    github_repo_owner: target.owner,
    github_repo_name: target.name,
    github_branch: target.branch,
  }),
  last_modified: new Date(changedAt).toISOString(),
})

function merged(list: RememberedList, { updatedProjects, deletedProjects }: SyncProjectsReply) {
  const changed = new Set(updatedProjects.map((one) => one.bolt_project_id))
  const kept = list.projects.filter(
    ({ bolt_project_id: id }) => !changed.has(id) && !deletedProjects.includes(id),
  )

  return [...kept, ...updatedProjects]
}

/** The server's name and link of a project win over those of this browser. */
async function takeOver(builder: Builder, { updatedProjects }: SyncProjectsReply): Promise<void> {
  for (const known of builder.store.get().projects) {
    const row = updatedProjects.find(({ bolt_project_id }) => bolt_project_id === known.id)
    if (!row) continue
    const { github_repo_owner: owner, github_repo_name: name, github_branch: branch } = row
    const target = owner && name ? { owner, name, branch: branch ?? 'main' } : known.target
    await builder.update({ ...known, name: row.project_name, target })
  }
}

function outcomeOf(
  direction: SyncOutcome['direction'],
  { updatedProjects, conflicts, deletedProjects }: SyncProjectsReply,
  sent: SentProject[],
  { projects }: RememberedList,
): SyncOutcome {
  const nameOf = (id: string) =>
    [...removed.values(), ...projects, ...sent].find(
      ({ bolt_project_id }) => bolt_project_id === id,
    )?.project_name ?? id

  return {
    direction,
    updated: updatedProjects.length,
    conflicts: conflicts.map((one) => ({ name: conflictName(one), reason: one.error })),
    deleted: deletedProjects.map((id) => ({ id, name: nameOf(id) })),
  }
}
