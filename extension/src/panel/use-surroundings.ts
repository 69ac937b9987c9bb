import type { Host } from '@app/sync/host'
import { openSharingHost } from '@app/sync/sharing-host'
import type { Surroundings } from '@app/sync-panels/surroundings'
import { useEffect, useMemo } from 'react'
import { config } from '#config/config.ts'
import type { KnownProject } from '#store/storage.ts'
import { ask } from './ask.ts'
import { openPushService } from './push-port.ts'
import { saveZip } from './save-zip.ts'
import type { Overview } from './use-overview.ts'

const GITHUB_SETTINGS = `${config.siteUrl}/settings?tab=github`

const WAYS: Record<'app' | 'token', Surroundings['ways']> = {
  app: {
    connect: GITHUB_SETTINGS,
    access: (owner) => `${GITHUB_SETTINGS}&${new URLSearchParams({ install: owner })}`,
    plans: `${config.siteUrl}/upgrade`,
  },
  token: {
    connect: `${config.siteUrl}/docs/token`,
    access: () => `${config.githubWebUrl}/settings/tokens`,
    plans: `${config.siteUrl}/upgrade`,
  },
}

/** The panels' access to the extension, for the project of a tab. */
export function useExtensionSurroundings(overview: Overview, project: KnownProject): Surroundings {
  const { id, name } = project
  const { github, isPro, settings } = overview
  const host = useMemo(openPanelHost, [])
  const pushing = useMemo(() => openPushService(id), [id])
  useEffect(() => () => pushing.close(), [pushing])

  return {
    host,
    pushing,
    account: github.state === 'connected' ? { login: github.login, token: github.token } : null,
    project: {
      id,
      name,
      version: project.version,
      target: project.target,
      message: project.message,
      leaveOut: project.leaveOut,
      link: (target) => ask('link', id, target),
      // The worker reads them: only it pushes.
      readFiles: () => Promise.reject(new Error('files are read by the worker')),
      intake: { kind: 'zip', offerZip: saveZip, onImported: () => undefined },
    },
    bases: {
      read: (target) => ask('readBase', id, target),
      write: (target, base) => ask('writeBase', id, target, base),
    },
    notSecrets: {
      read: () => ask('notSecrets', id),
      add: (one) => ask('addNotSecret', id, one),
      remove: (all) => ask('removeNotSecrets', id, all),
    },
    recordPush: (push) => ask('recordPush', { id, name }, push),
    recordPull: (pull) => ask('recordPull', { id, name }, pull),
    plan: {
      isPro,
      ask: () => ask('isPro', false),
      checkAgain: () => ask('isPro', true),
    },
    ways: WAYS[settings.way],
    siteName: config.siteName,
    githubUrl: config.githubWebUrl,
    builderUrl: config.builderUrl,
  }
}

/** For a panel's reads and small writes; only the worker sends files. */
function openPanelHost(): Host {
  return openSharingHost(
    {
      apiUrl: config.githubApiUrl,
      webUrl: config.githubWebUrl,
      token: (refused) => ask('githubToken', refused),
      fetch: (address, init) => fetch(address, init as RequestInit),
      now: () => Date.now(),
      wait: (ms, signal) =>
        new Promise((resolve) => {
          const timer = setTimeout(resolve, ms)
          signal?.addEventListener('abort', () => {
            clearTimeout(timer)
            resolve()
          })
        }),
      can: { archives: false, packs: false },
    },
    // The worker stores the limits; this page reports its calls to it.
    { channel: new BroadcastChannel('github-limits'), read: () => null, write: () => undefined },
  )
}
