import { adminDoneReply } from '@app/contract/admin'
import type {
  AdminOperationsBody,
  AuditFilter,
  ClonesFilter,
  JobsFilter,
  MailsFilter,
  WebhooksFilter,
} from '@app/contract/admin-operations'
import {
  auditReply,
  clonesReply,
  healthReply,
  jobsReply,
  mailsReply,
  operationsOverviewReply,
  recheckReply,
  replayReply,
  repositoriesReply,
  testMailReply,
  webhookReply,
  webhooksReply,
} from '@app/contract/admin-operations-replies'
import {
  keepPreviousData,
  type QueryKey,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import { ADMIN_TOPIC, pollEvery, staleBy } from '#api/live/topics.ts'
import { callAdmin } from './admin-call.ts'
import { adminFiguresKey } from './admin-figures.ts'

const key = ['admin', 'sync'] as const

/** Refetches while the page is visible, not in a background tab. */
const REFRESH_MS = 15_000
const PROGRESS_MS = 2_000

type Reply<Value> = { parse: (reply: unknown) => Value }

const ask = <Value>(body: AdminOperationsBody, schema: Reply<Value>) =>
  callAdmin('admin-sync', schema, body)

const watched = <Value>(body: AdminOperationsBody, schema: Reply<Value>) =>
  queryOptions({
    queryKey: [...key, body] as QueryKey,
    queryFn: () => ask(body, schema),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

/** The same with hints of this name, which the servers send when jobs end. */
const hinted = <Value>(hint: string, body: AdminOperationsBody, schema: Reply<Value>) =>
  queryOptions({
    ...watched(body, schema),
    refetchInterval: () => pollEvery(REFRESH_MS, ADMIN_TOPIC),
    meta: staleBy(ADMIN_TOPIC, hint),
  })

export const operationsOverviewQuery = queryOptions({
  queryKey: [...key, 'overview'],
  queryFn: () => ask({ action: 'overview' }, operationsOverviewReply),
  // Hints tell when a run has ended, not how far it is.
  refetchInterval: ({ state }) =>
    state.data?.isRunning ? PROGRESS_MS : pollEvery(REFRESH_MS, ADMIN_TOPIC),
  meta: staleBy(ADMIN_TOPIC, 'sync'),
})

export const healthQuery = queryOptions({
  queryKey: [...key, 'health'],
  queryFn: () => ask({ action: 'health' }, healthReply),
  refetchInterval: REFRESH_MS,
})

export const webhooksQuery = (filter: WebhooksFilter) =>
  hinted('webhooks', { action: 'webhooks', ...filter }, webhooksReply)

export const jobsQuery = (filter: JobsFilter) =>
  hinted('jobs', { action: 'jobs', ...filter }, jobsReply)

export const mailsQuery = (filter: MailsFilter) =>
  hinted('mails', { action: 'mails', ...filter }, mailsReply)

export const clonesQuery = (filter: ClonesFilter) =>
  watched({ action: 'clones', ...filter }, clonesReply)

export const auditQuery = (filter: AuditFilter) =>
  watched({ action: 'audit', ...filter }, auditReply)

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'webhook', id],
    queryFn: () => ask({ action: 'webhook', id }, webhookReply),
  })

/** Finds by complete address, GitHub login or id. */
export const repositoriesQuery = (member: string) =>
  queryOptions({
    queryKey: [...key, 'repositories', member],
    queryFn: () => ask({ action: 'repositories', member }, repositoriesReply),
  })

type Job = { kind: string; id: string }

export const replayWebhook = (id: string) => ask({ action: 'replay', id }, replayReply)
export const replayFailedWebhooks = () => ask({ action: 'replay_all' }, replayReply)
export const retryJob = (job: Job) => ask({ action: 'retry_job', ...job }, adminDoneReply)
export const discardJob = (job: Job) => ask({ action: 'discard_job', ...job }, adminDoneReply)
export const resendMail = (id: string) => ask({ action: 'resend_mail', id }, adminDoneReply)
export const deleteClone = (id: string) => ask({ action: 'delete_clone', id }, adminDoneReply)
export const sendTestMail = () => ask({ action: 'test_mail' }, testMailReply)
export const reconcileNow = () => ask({ action: 'reconcile' }, adminDoneReply)
export const recheckRepositories = (userId: string) =>
  ask({ action: 'recheck_repositories', userId }, recheckReply)

/** An action in one tab also affects others: a replayed event creates a job and an audit line. */
export function useOperationsRefresh(): () => Promise<void> {
  const client = useQueryClient()

  return async () => {
    // The failures beside the tabs' names.
    void client.invalidateQueries({ queryKey: adminFiguresKey })
    await client.invalidateQueries({ queryKey: key })
  }
}
