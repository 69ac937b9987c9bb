import type { ListedProject, ProjectSync, SyncOutcome } from '@app/sync-panels/projects'
import { useEffect, useState } from 'react'
import { ask } from './ask.ts'
import { useChanges } from './use-overview.ts'

type Known = Awaited<ReturnType<typeof ask<'projects'>>>[number]

/** The worker's list of projects, and its synchronisation with the server. */
export function useProjectSync(): ProjectSync {
  const changes = useChanges()
  const [projects, setProjects] = useState<Known[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is a reason to ask again.
  useEffect(() => {
    void ask('projects').then(setProjects, () => undefined)
  }, [changes])

  return {
    projects: projects.map(listed),
    send: async () => required(await ask('syncProjects', 'sent')),
    fetch: async () => required(await ask('syncProjects', 'fetched')),
    remove: (id) => void ask('unlink', id),
    restore: async (id) => {
      const row = projects.find((one) => one.id === id)?.rowId
      if (!row) throw new Error('the row of this project is not known')
      await ask('bringBack', row)
    },
  }
}

const listed = ({ id, name, target, isHere }: Known): ListedProject => ({
  id,
  name,
  repository: target && `${target.owner}/${target.name}`,
  isHere,
})

function required(outcome: SyncOutcome | null): SyncOutcome {
  if (!outcome) throw new Error('the server was not reached')
  return outcome
}
