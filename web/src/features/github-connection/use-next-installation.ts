import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { INSTALL_ON } from '#config/panel-ways.ts'
import { paths } from '#config/paths.ts'
import type { ConnectionHealth } from './connection-health.ts'
import { takeNextReturn } from './connection-memory.ts'
import { goToInstallation } from './leave-for-github.ts'

/**
 * Redirects to GitHub: members without the app after authorization, and connected members whose URL names an account. Only once, so that
 * returning does not redirect again.
 */
export function useNextInstallation(health: ConnectionHealth | null): void {
  const client = useQueryClient()
  const [parameters, setParameters] = useSearchParams()
  const owner = parameters.get(INSTALL_ON)

  useEffect(() => {
    if (health === null) return
    const returnTo = takeNextReturn()
    if (!returnTo || health !== 'not-installed') return
    void goToInstallation(client, returnTo, null).catch(() => {})
  }, [health, client])

  useEffect(() => {
    if (health === null || owner === null || health === 'none' || health === 'reconnect') return
    setParameters(
      (address) => {
        address.delete(INSTALL_ON)
        return address
      },
      { replace: true },
    )
    void goToInstallation(client, paths.github, owner || null).catch(() => {})
  }, [health, owner, setParameters, client])
}
