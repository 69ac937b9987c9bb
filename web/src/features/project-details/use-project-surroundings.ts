import { readBase, writeBase } from '@app/backend-client/sync-bases'
import { recordPullReply } from '@app/contract/record-pull'
import { recordPushReply } from '@app/contract/record-push'
import type { Base } from '@app/sync/comparison'
import type { FileSet } from '@app/sync/read-files'
import type { Target } from '@app/sync/target'
import { usePushHere } from '@app/sync-panels/push-here'
import type { StoredPush } from '@app/sync-panels/push-state'
import {
  type Intake,
  type RecordedPull,
  type RecordedPush,
  recordPullBody,
  recordPushBody,
  type Surroundings,
} from '@app/sync-panels/surroundings'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { subscriptionStatusQuery } from '#api/billing/subscription-status.ts'
import { callFunction } from '#api/calls/call-function.ts'
import { askRows } from '#api/calls/read-rows.ts'
import { NotConnected } from '#api/github/github-error.ts'
import { integrationQuery } from '#api/github/integration.ts'
import { refreshAfterPush } from '#api/github/refresh-after-push.ts'
import { openSyncHost } from '#api/github/sync-host.ts'
import { doubtToken, githubToken } from '#api/github/token.ts'
import { linkTarget } from '#api/projects/linked-projects.ts'
import { refreshProjects } from '#api/projects/project-keys.ts'
import { type Project, projectQuery } from '#api/projects/projects.ts'
import { pushRecord } from '#api/projects/push-database.ts'
import { useMember } from '#api/session/session.ts'
import { notSecretsOf } from '#browser/not-secrets.ts'
import { PANEL_WAYS } from '#config/panel-ways.ts'
import { usePublicConfig } from '#config/public-config.tsx'

/** Files that the member opened here. The version changes with the files. */
export type OpenedFiles = { set: FileSet; version: number }

const NO_FILES: OpenedFiles = { set: { files: [], leftOut: [], folder: null }, version: 0 }

/** The data API with the page's session. */
const PAGE_ROWS = { rows: askRows }

/** What the sync panels know about a project's page: the member's session, and files opened here. */
export function useProjectSurroundings(
  project: Project,
  opened = NO_FILES,
  intake: Intake | null = null,
  /** The last sync where none was noted. */
  assumed: Base = null,
): Surroundings {
  const client = useQueryClient()
  const { id: userId } = useMember()
  const { siteName, github, builderUrl } = usePublicConfig()
  const { data: connection } = useQuery(integrationQuery)
  const { data: status } = useQuery(subscriptionStatusQuery(userId))
  const host = useMemo(() => hostFor(client, userId), [client, userId])
  // The first push links the project. The shown project keeps its first id.
  const [projectId] = useState(project.link?.bolt_project_id ?? project.id)
  const linkId = () => linkOf(client, project, userId)?.bolt_project_id ?? null
  const baseKey = () => ({ userId, projectId: linkId() ?? project.id })
  const askPlan = async (staleTime?: number) => {
    const query = subscriptionStatusQuery(userId)
    const found = await client.fetchQuery(staleTime === undefined ? query : { ...query, staleTime })
    return found?.subscription_status === 'active'
  }

  const pushNeeds = {
    host,
    project: {
      id: projectId,
      name: project.name,
      version: opened.version,
      target: targetOf(project),
      link: async (target: Target) => {
        await linkTarget(project, target)
        await refreshProjects(client)
      },
      readFiles: async () => opened.set,
      intake,
    },
    bases: {
      read: async (target: Target) =>
        (await readBase(PAGE_ROWS, baseKey().projectId, target)) ?? assumed,
      write: (target: Target, base: NonNullable<Base>) =>
        writeBase(PAGE_ROWS, baseKey(), target, base),
    },
    notSecrets: notSecretsOf(userId, projectId),
    recordPush: async (push: RecordedPush) => {
      await callFunction('record-push', recordPushReply, {
        body: recordPushBody({ boltProjectId: linkId(), name: project.name }, push),
      })
      await refreshAfterPush(client, [project.id])
    },
    recordPull: async (pull: RecordedPull) => {
      await callFunction('record-pull', recordPullReply, {
        body: recordPullBody(linkId(), pull),
      })
      await refreshAfterPush(client, [project.id])
    },
    pushes: pushRecord<StoredPush>(userId, projectId),
  }
  const pushing = usePushHere(pushNeeds)

  return {
    ...pushNeeds,
    pushing,
    account: connection?.github_username
      ? { login: connection.github_username, token: 'app' }
      : null,
    plan: {
      isPro: status === undefined ? null : status?.subscription_status === 'active',
      ask: () => askPlan(),
      checkAgain: () => askPlan(0),
    },
    ways: PANEL_WAYS,
    siteName,
    githubUrl: github.webUrl,
    builderUrl,
  }
}

/** The project's current link. */
const linkOf = (client: QueryClient, { id, link }: Project, userId: string) =>
  client.getQueryData(projectQuery(id, userId).queryKey)?.link ?? link

/** The target of the project's link; no branch means the default one. */
export function targetOf({ repository, branch }: Project): Target | null {
  const [owner, name] = repository?.split('/') ?? []

  return owner && name ? { owner, name, branch: branch ?? 'main' } : null
}

const hostFor = (client: QueryClient, userId: string) =>
  openSyncHost(userId, {
    token: async (refused) => {
      if (refused !== undefined) doubtToken(client, refused)
      try {
        return await githubToken(client)
      } catch (error) {
        if (error instanceof NotConnected) return null
        throw error
      }
    },
    fetch: (address, init) => fetch(address, init),
  })
