import {
  adminDoneReply,
  githubIssueReply,
  issueRepositoryReply,
  type ManageFeedbackBody,
} from '@app/contract/admin'
import type { Database } from '@app/contract/rows'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '#api/calls/data-api.ts'
import { CodedError } from '#api/errors/coded-error.ts'
import { callAdmin } from './admin-call.ts'
import { adminFiguresKey } from './admin-figures.ts'

type Row = Database['public']['Tables']['user_feedback']['Row']

/** Those that admins choose, in the order of their keys. */
export const CHOSEN_STATUSES = ['new', 'in_progress', 'resolved', 'closed'] as const
/** `answered` comes with a reply. */
export const FEEDBACK_STATUSES = ['new', 'in_progress', 'answered', 'resolved', 'closed'] as const
export const FEEDBACK_PRIORITIES = ['low', 'medium', 'high', 'critical'] as const

export type FeedbackStatus = (typeof FEEDBACK_STATUSES)[number]
export type FeedbackPriority = (typeof FEEDBACK_PRIORITIES)[number]

/** Null for visitors and deleted members. */
type Sender = { display_name: string | null; email: string; language: string } | null

export type FeedbackItem = Omit<Row, 'status' | 'priority'> & {
  status: FeedbackStatus
  priority: FeedbackPriority | null
  sender: Sender
}

/** What triage may change; the database refuses every other column. */
export type TriageColumns = Partial<Pick<FeedbackItem, 'status' | 'priority' | 'admin_notes'>>

/** The first value of each filter is the default. */
export const FEEDBACK_FILTERS = {
  status: ['open', 'all', ...FEEDBACK_STATUSES],
  type: ['any', 'general', 'uninstall'],
  priority: ['any', ...FEEDBACK_PRIORITIES],
  issue: ['any', 'with', 'without'],
  days: ['any', '1', '7', '30', '90'],
} as const

export type FeedbackFilters = {
  [Name in keyof typeof FEEDBACK_FILTERS]: (typeof FEEDBACK_FILTERS)[Name][number]
} & {
  /** 'any', or a code of the list that admins edit. */
  category: string
}

/** Specification, section 9. */
export const FEEDBACK_PAGE_SIZE = 50

const COLUMNS = '*, sender:users(display_name, email, language)'

const key = ['admin', 'feedback'] as const
const listKey = [...key, 'list'] as const

/** The criteria that limit the list. */
export type FeedbackSearch = { words: string; filters: FeedbackFilters }

/** One page, newest first. */
export const feedbackListQuery = ({ words, filters }: FeedbackSearch, after: string) =>
  queryOptions({
    queryKey: [...listKey, words, filters, after],
    queryFn: async (): Promise<FeedbackItem[]> => {
      const found = words
        ? filtered(searched(words).select(COLUMNS), filters)
        : filtered(dataApi().from('user_feedback').select(COLUMNS), filters)
      const { data } = await startingAfter(found, after)
        .order('created_at', { ascending: false })
        .order('id')
        .range(0, FEEDBACK_PAGE_SIZE - 1)
        .overrideTypes<FeedbackItem[], { merge: false }>()
        .throwOnError()

      return data
    },
    placeholderData: keepPreviousData,
  })

/** The count over all pages; stops at one more than the exact limit. */
export const feedbackCountQuery = ({ words, filters }: FeedbackSearch) =>
  queryOptions({
    queryKey: [...key, 'count', words, filters],
    queryFn: async (): Promise<number> => {
      if (words === '') {
        const counting = { input_filters: countFilters(filters) }
        return (await dataApi().rpc('count_feedback', counting).throwOnError()).data
      }
      const counted = searched(words, { count: 'exact', head: true })
      const { count } = await filtered(counted, filters).throwOnError()

      return count ?? 0
    },
  })

/** Row policies prevent the use of a search index, so a function searches. */
const searched = (words: string, counting: { count?: 'exact'; head?: boolean } = {}) =>
  dataApi().rpc('search_feedback', { input_words: words }, counting)

/** Null if it no longer exists. */
export const feedbackItemQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'item', id],
    queryFn: () => fetchItem(id),
  })

/** The cursor for the page that starts after this row. */
export const cursorOf = ({ created_at, id }: FeedbackItem): string => `${created_at}_${id}`

async function fetchItem(id: string): Promise<FeedbackItem | null> {
  const { data } = await dataApi()
    .from('user_feedback')
    .select(COLUMNS)
    .eq('id', id)
    .maybeSingle()
    .overrideTypes<FeedbackItem, { merge: false }>()
    .throwOnError()

  return data
}

/** A feedback item in the version that the admin saw. */
type SeenFeedback = Pick<FeedbackItem, 'id' | 'updated_at'>

/** Fails if somebody else has changed the item in the meantime. Resolves to the new row. */
export async function changeFeedback(
  { id, updated_at }: SeenFeedback,
  columns: TriageColumns,
): Promise<FeedbackItem> {
  const { data } = await dataApi()
    .from('user_feedback')
    .update(columns)
    .eq('id', id)
    .eq('updated_at', updated_at)
    .select(COLUMNS)
    .overrideTypes<FeedbackItem[], { merge: false }>()
    .throwOnError()
  const [changed] = data

  if (!changed) throw new CodedError('changed_meanwhile')
  return changed
}

/** Hides it immediately; it is deleted permanently after 30 days. */
export const deleteFeedback = (feedbackId: string) => manage('delete', feedbackId)

export const restoreFeedback = (feedbackId: string) => manage('restore', feedbackId)

async function manage(action: 'delete' | 'restore', feedbackId: string): Promise<void> {
  const body = { action, feedbackId } satisfies ManageFeedbackBody
  await callAdmin('manage-feedback', adminDoneReply, body)
}

/** Resolves to the issue's URL, also if it existed before. */
export async function createIssue(feedbackId: string): Promise<string> {
  const body = { action: 'create_github_issue', feedbackId } satisfies ManageFeedbackBody
  const { issueUrl } = await callAdmin('manage-feedback', githubIssueReply, body)

  return issueUrl
}

export type FeedbackReply = {
  id: string
  body: string
  created_at: string
  /** Null for deleted accounts. */
  author: { display_name: string | null; email: string } | null
}

/** Oldest first. */
export const feedbackRepliesQuery = (feedbackId: string) =>
  queryOptions({
    queryKey: [...key, 'replies', feedbackId],
    queryFn: async (): Promise<FeedbackReply[]> => {
      const { data } = await dataApi()
        .from('feedback_replies')
        .select('id, body, created_at, author:users(display_name, email)')
        .eq('feedback_id', feedbackId)
        .order('created_at')
        .order('id')
        .overrideTypes<FeedbackReply[], { merge: false }>()
        .throwOnError()

      return data
    },
  })

type ReplyDraft = Omit<Extract<ManageFeedbackBody, { action: 'reply' }>, 'action'>

/** Mails the sender. A second call with the same id sends nothing. */
export async function sendReply(reply: ReplyDraft): Promise<void> {
  await callAdmin('manage-feedback', adminDoneReply, { action: 'reply', ...reply })
}

/** The repository for new issues. */
export const issueRepositoryQuery = queryOptions({
  queryKey: [...key, 'issue-repository'],
  queryFn: () => {
    const body = { action: 'issue_repository' } satisfies ManageFeedbackBody
    return callAdmin('manage-feedback', issueRepositoryReply, body)
  },
})

/** Access to the screen's cached data, for optimistic updates. */
export function useFeedbackCache() {
  const client = useQueryClient()

  return {
    /** The row keeps its position until the list reloads, even if it no longer matches the filters. */
    show(item: FeedbackItem): void {
      client.setQueriesData<FeedbackItem[]>({ queryKey: listKey }, (rows) =>
        rows?.map((row) => (row.id === item.id ? item : row)),
      )
      client.setQueryData(feedbackItemQuery(item.id).queryKey, item)
    },

    async refresh(): Promise<void> {
      void client.invalidateQueries({ queryKey: adminFiguresKey })
      await client.invalidateQueries({ queryKey: key })
    },
  }
}

type Filterable<Self> = {
  eq: (column: 'priority' | 'feedback_category' | 'feedback_type', value: string) => Self
  in: (column: 'status', values: readonly string[]) => Self
  gte: (column: 'created_at', value: string) => Self
  is: (column: 'github_issue_url', value: null) => Self
  not: (column: 'github_issue_url', operator: 'is', value: null) => Self
}

function filtered<Query extends Filterable<Query>>(query: Query, filters: FeedbackFilters): Query {
  const { status, has_issue, created_since, ...equal } = countFilters(filters)
  let found = query

  for (const [column, value] of Object.entries(equal)) {
    found = found.eq(column as keyof typeof equal, value)
  }
  if (status) found = found.in('status', status)
  if (has_issue === true) found = found.not('github_issue_url', 'is', null)
  if (has_issue === false) found = found.is('github_issue_url', null)
  if (created_since) found = found.gte('created_at', created_since)
  return found
}

/** The active filters, in the form that `count_feedback` expects. */
function countFilters({ status, category, type, priority, issue, days }: FeedbackFilters) {
  return {
    ...(status === 'open' && { status: ['new', 'in_progress'] }),
    ...(status !== 'open' && status !== 'all' && { status: [status] }),
    ...(category !== 'any' && { feedback_category: category }),
    ...(type !== 'any' && { feedback_type: type }),
    ...(priority !== 'any' && { priority }),
    ...(issue !== 'any' && { has_issue: issue === 'with' }),
    ...(days !== 'any' && { created_since: daysAgo(Number(days)) }),
  }
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()

type Pageable<Self> = {
  lte: (column: 'created_at', value: string) => Self
  or: (conditions: string) => Self
}

/** The first condition lets the index start at the cursor; alone it would repeat rows with the same time. */
function startingAfter<Query extends Pageable<Query>>(query: Query, after: string): Query {
  const [, time, id] = /^([\d:.TZ+-]+)_([\da-f-]{36})$/.exec(after) ?? []
  if (!time || !id) return query

  return query.lte('created_at', time).or(`created_at.lt."${time}",id.gt.${id}`)
}
