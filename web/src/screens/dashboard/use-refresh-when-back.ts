import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { recentCommitsQuery } from '#api/github/queries.ts'
import { recentProjectsQuery } from '#api/projects/recent-projects.ts'
import { isRefreshDue } from './refresh-rule.ts'

/** Specification, section 4: only these two are loaded again when the tab becomes visible. */
const REFRESHED = [recentCommitsQuery.queryKey, recentProjectsQuery.queryKey]

export function useRefreshWhenBack(): void {
  const client = useQueryClient()

  useEffect(() => {
    let hiddenSince = Number.POSITIVE_INFINITY
    document.addEventListener('visibilitychange', changed)
    return () => document.removeEventListener('visibilitychange', changed)

    function changed() {
      const now = Date.now()
      if (document.visibilityState === 'hidden') {
        hiddenSince = now
        return
      }
      for (const queryKey of REFRESHED) {
        const ageMs = now - (client.getQueryState(queryKey)?.dataUpdatedAt ?? now)
        const isDue = isRefreshDue({ hiddenMs: now - hiddenSince, ageMs })
        if (isDue) void client.invalidateQueries({ queryKey })
      }
    }
  }, [client])
}
