import type { Database } from '@app/contract/rows'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '#api/calls/data-api.ts'

type Tables = Database['public']['Tables']
type ListName = 'feedback_categories' | 'feedback_reasons'

type FeedbackCategory = Tables['feedback_categories']['Row']

/** A value that feedback forms offer. Sent feedback contains its code, so values are never deleted. */
export type FeedbackChoice = FeedbackCategory & {
  list: ListName
  /** Set only for a reason. */
  reason_group: string | null
  /** Unique across both lists. */
  id: string
}

export type NewChoice = Pick<
  FeedbackChoice,
  'list' | 'code' | 'name_en' | 'name_es' | 'reason_group' | 'sort_order'
>

const key = ['admin', 'feedback-lists'] as const

/** Includes disabled values, in the order of the forms. */
export const feedbackListsQuery = queryOptions({
  queryKey: key,
  queryFn: async (): Promise<FeedbackChoice[]> => {
    const [categories, reasons] = await Promise.all([
      dataApi()
        .from('feedback_categories')
        .select('*')
        .order('sort_order')
        .order('code')
        .throwOnError(),
      dataApi()
        .from('feedback_reasons')
        .select('*')
        .order('sort_order')
        .order('code')
        .throwOnError(),
    ])

    return [
      ...categories.data.map((row) => asChoice('feedback_categories', row, null)),
      ...reasons.data.map((row) => asChoice('feedback_reasons', row, row.reason_group)),
    ]
  },
})

const asChoice = (
  list: ListName,
  { code, is_active, name_en, name_es, sort_order }: FeedbackCategory,
  reason_group: string | null,
): FeedbackChoice => ({
  id: `${list}.${code}`,
  list,
  code,
  is_active,
  name_en,
  name_es,
  sort_order,
  reason_group,
})

export async function addChoice({ list, reason_group, ...row }: NewChoice): Promise<void> {
  const adding =
    list === 'feedback_categories'
      ? dataApi().from('feedback_categories').insert(row)
      : dataApi()
          .from('feedback_reasons')
          .insert({ ...row, reason_group: reason_group ?? 'other' })
  await adding.throwOnError()
}

type Columns = Partial<Pick<FeedbackChoice, 'name_en' | 'name_es' | 'is_active' | 'sort_order'>>

export async function changeChoice(
  { list, code }: Pick<FeedbackChoice, 'list' | 'code'>,
  columns: Columns,
): Promise<void> {
  await dataApi().from(list).update(columns).eq('code', code).throwOnError()
}

/** Writes only values whose position changes. */
export async function orderChoices(inOrder: readonly FeedbackChoice[]): Promise<void> {
  const moved = inOrder.flatMap((choice, place) =>
    choice.sort_order === place ? [] : [changeChoice(choice, { sort_order: place })],
  )
  await Promise.all(moved)
}

export function useFeedbackListsRefresh(): () => Promise<void> {
  const client = useQueryClient()

  return () => client.invalidateQueries({ queryKey: key })
}
