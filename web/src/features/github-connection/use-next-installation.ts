import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ConnectionHealth } from './connection-health.ts'
import { takeNextReturn } from './connection-memory.ts'
import { goToInstallation } from './leave-for-github.ts'

/** After the authorization, for members who have not installed the app yet: leads on to GitHub at once. */
export function useNextInstallation(health: ConnectionHealth | null): void {
  const client = useQueryClient()

  useEffect(() => {
    if (health === null) return
    const returnTo = takeNextReturn()
    if (!returnTo || health !== 'not-installed') return
    void goToInstallation(client, returnTo, null).catch(() => {})
  }, [health, client])
}
