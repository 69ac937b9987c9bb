import { recordPull, recordPush } from '@app/backend-client/records'
import { readBase, writeBase } from '@app/backend-client/sync-bases'
import { readFiles } from '@app/sync/read-files'
import { usePushHere } from '@app/sync-panels/push-here'
import type { StoredPush } from '@app/sync-panels/push-state'
import {
  type RecordedPull,
  type RecordedPush,
  recordPullBody,
  recordPushBody,
  type Surroundings,
} from '@app/sync-panels/surroundings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { refreshAfterPush } from '#api/github/refresh-after-push.ts'
import { openSyncHost } from '#api/github/sync-host.ts'
import { refreshProjects } from '#api/projects/project-keys.ts'
import { pushRecord } from '#api/projects/push-database.ts'
import { loggedFetch } from '#api/simulator/call-log.ts'
import { ownGithubQuery, ownGithubToken, ownPlanQuery } from '#api/simulator/own-account.ts'
import { ownBackend } from '#api/simulator/own-session.ts'
import { notSecretsOf } from '#browser/not-secrets.ts'
import { PANEL_WAYS } from '#config/panel-ways.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import type { Builder, BuilderState } from './builder.ts'
import type { VirtualProject } from './project-database.ts'
import { useBuilder, useBuilderState } from './use-builder.tsx'

/** The panels' surroundings on this page, or null without an open project. */
export function useSimulatorSurroundings(userId: string): Surroundings | null {
  const client = useQueryClient()
  const { siteName, github, builderUrl } = usePublicConfig()
  const builder = useBuilder()
  const state = useBuilderState()
  const { data: connection } = useQuery({ ...ownGithubQuery(userId), enabled: false })
  const { data: plan } = useQuery({ ...ownPlanQuery(userId), enabled: false })
  const host = useMemo(
    () =>
      openSyncHost(userId, {
        token: (refused) => ownGithubToken(client, userId, refused),
        fetch: loggedFetch,
      }),
    [client, userId],
  )
  const { current } = state
  const pushNeeds = current && {
    host,
    project: projectOf(builder, state, current),
    bases: basesOf(userId, current.id),
    notSecrets: notSecretsOf(userId, current.id),
    recordPush: async (push: RecordedPush) => {
      await recordPush(
        ownBackend(),
        recordPushBody({ boltProjectId: current.id, name: current.name }, push),
      )
      // A first push has created a project.
      await Promise.all([refreshProjects(client), refreshAfterPush(client, [])])
    },
    recordPull: async (pull: RecordedPull) => {
      await recordPull(ownBackend(), recordPullBody(current.id, pull))
      await refreshAfterPush(client, [])
    },
    pushes: pushRecord<StoredPush>(userId, current.id),
  }
  const pushing = usePushHere(pushNeeds)
  if (!pushNeeds || !pushing) return null

  return {
    ...pushNeeds,
    pushing,
    account: connection?.state === 'connected' ? { login: connection.login, token: 'app' } : null,
    plan: {
      isPro: plan?.isPro ?? null,
      ask: async () => (await client.fetchQuery(ownPlanQuery(userId))).isPro,
      checkAgain: async () =>
        (await client.fetchQuery({ ...ownPlanQuery(userId), staleTime: 0 })).isPro,
    },
    ways: PANEL_WAYS,
    siteName,
    githubUrl: github.webUrl,
    builderUrl,
  }
}

function projectOf(
  builder: Builder,
  { files, version }: BuilderState,
  { id, name, target }: VirtualProject,
): Surroundings['project'] {
  return {
    id,
    name,
    version,
    target,
    link: (next) => builder.update(id, { target: next }),
    readFiles: async ({ onProgress } = {}) => {
      const set = readFiles([...files.values()], { keepFolder: true })
      onProgress?.(files.size, files.size)
      return set
    },
    intake: { kind: 'write', writeProject: (changes) => builder.pull(id, changes) },
  }
}

const basesOf = (userId: string, projectId: string): Surroundings['bases'] => ({
  read: (target) => readBase(ownBackend(), projectId, target),
  write: (target, base) => writeBase(ownBackend(), { userId, projectId }, target, base),
})
