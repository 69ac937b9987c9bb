import type { QueryClient } from '@tanstack/react-query'
import { FunctionError } from '#api/calls/call-function.ts'
import { confirmInstallation, forgetGithub } from '#api/github/connection.ts'
import { integrationQuery } from '#api/github/integration.ts'
import { rememberInstallation } from './connection-memory.ts'

/** GitHub may list a new installation with a delay. */
const PAUSES_MS = [1000, 2000]

export type InstallationOutcome = 'confirmed' | 'not-connected'

const underWay = new Map<string, Promise<InstallationOutcome>>()

/** GitHub has redirected the member back with an installation. Each is handled once, even if rendered repeatedly. */
export function finishInstallation(client: QueryClient, id: string): Promise<InstallationOutcome> {
  const running = underWay.get(id) ?? finish(client, id).finally(() => underWay.delete(id))
  underWay.set(id, running)

  return running
}

async function finish(client: QueryClient, id: string): Promise<InstallationOutcome> {
  rememberInstallation(id, Date.now())
  const integration = await client.fetchQuery({ ...integrationQuery, staleTime: 0 })
  if (!integration?.access_token) return 'not-connected'
  await confirm(id)
  forgetGithub(client)
  return 'confirmed'
}

async function confirm(id: string): Promise<void> {
  for (const pauseMs of [...PAUSES_MS, null]) {
    try {
      await confirmInstallation(id)
      return
    } catch (error) {
      const isUnknown = error instanceof FunctionError && error.code === 'NO_INSTALLATION'
      if (!isUnknown || pauseMs === null) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
