import {
  conflictName,
  merged,
  type RememberedList,
  restoreProject,
  type SentProject,
  syncProjects,
} from '@app/backend-client/project-list'
import type { SyncedProject, SyncProjectsReply } from '@app/contract/project-sync'
import type { ProjectSync, SyncOutcome } from '@app/sync-panels/projects'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { refreshProjects } from '#api/projects/project-keys.ts'
import { ownBackend } from '#api/simulator/own-session.ts'
import { rememberedList, rememberList } from '#api/simulator/remembered-list.ts'
import type { Builder } from './builder.ts'
import type { VirtualProject } from './project-database.ts'
import { useBuilder, useBuilderState } from './use-builder.tsx'

/** The simulator's list of projects: local ones, and fetched ones. */
export function useProjectSync(userId: string): ProjectSync {
  const client = useQueryClient()
  const builder = useBuilder()
  const { projects: here } = useBuilderState()
  const [list, setList] = useState(() => rememberedList(userId))
  const elsewhere = list.projects.filter(
    ({ bolt_project_id }) => !here.some(({ id }) => id === bolt_project_id),
  )
  // An answer updates the current list, which may have changed since the request.
  const latest = useRef(list)
  const keep = (change: (known: RememberedList) => RememberedList) => {
    latest.current = change(latest.current)
    rememberList(userId, latest.current)
    setList(latest.current)
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
      const reply = await syncProjects(ownBackend(), sent, 'auto-resolve', list.fetchedAt)
      for (const row of list.projects) {
        if (reply.deletedProjects.includes(row.bolt_project_id))
          removed.set(row.bolt_project_id, row)
      }
      keep((known) => ({ ...known, projects: merged(known, reply) }))
      return outcomeOf('sent', reply, sent, list)
    },
    fetch: async () => {
      const reply = await syncProjects(ownBackend(), sent, 'keep-remote', list.fetchedAt)
      await takeOver(builder, here, reply)
      keep(() => ({ fetchedAt: new Date().toISOString(), projects: reply.updatedProjects }))
      return outcomeOf('fetched', reply, sent, list)
    },
    remove: (id) => {
      const row = list.projects.find(({ bolt_project_id }) => bolt_project_id === id)
      if (row) removed.set(id, row)
      keep((known) => ({ ...known, projects: without(known.projects, id) }))
    },
    restore: async (id) => {
      const row =
        removed.get(id) ?? list.projects.find(({ bolt_project_id }) => bolt_project_id === id)
      if (!row) throw new Error('the row of this project is not known')
      await restoreProject(ownBackend(), row.id)
      keep((known) => ({ ...known, projects: [...without(known.projects, id), row] }))
    },
  }
}

/** Removed or deleted rows, for "Undo". */
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

const without = (projects: SyncedProject[], id: string) =>
  projects.filter(({ bolt_project_id }) => bolt_project_id !== id)

/** The server's name and link of a project replace the sent ones; changes made in the meantime stay. */
async function takeOver(
  builder: Builder,
  sent: readonly VirtualProject[],
  { updatedProjects }: SyncProjectsReply,
): Promise<void> {
  const { projects } = builder.store.get()
  const changes = sent.flatMap(({ id, name, target }) => {
    const row = updatedProjects.find(({ bolt_project_id }) => bolt_project_id === id)
    const known = projects.find((one) => one.id === id)
    if (!row || known?.name !== name || known.target !== target) return []
    const { github_repo_owner: owner, github_repo_name: repository, github_branch: branch } = row
    const linked = owner && repository && { owner, name: repository, branch: branch ?? 'main' }
    return [builder.update(id, { name: row.project_name, ...(linked && { target: linked }) })]
  })
  await Promise.all(changes)
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
