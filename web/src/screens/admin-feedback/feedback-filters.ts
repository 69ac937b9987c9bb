import {
  FEEDBACK_FILTERS,
  FEEDBACK_PRIORITIES,
  FEEDBACK_STATUSES,
  type FeedbackFilters,
} from '#api/admin/admin-feedback.ts'
import type { ListField } from '#features/admin/list-filters.tsx'
import { priorityWords, STATUS_WORDS, type useCodeWords } from '#features/feedback/triage-words.ts'
import type { Translator } from '#i18n/messages.ts'

export function feedbackFilters(
  t: Translator['t'],
  words: ReturnType<typeof useCodeWords>,
): ListField<keyof FeedbackFilters>[] {
  const any = { value: 'any', label: t('admin.list.any') }

  return [
    {
      name: 'status',
      label: t('admin.feedback.status.label'),
      options: [
        { value: 'open', label: t('admin.feedback.status.open') },
        { value: 'all', label: t('admin.list.any') },
        ...FEEDBACK_STATUSES.map((value) => ({ value, label: t(STATUS_WORDS[value]) })),
      ],
    },
    {
      name: 'category',
      label: t('feedback.category'),
      options: [any, ...words.categories.map((value) => ({ value, label: words.category(value) }))],
    },
    {
      name: 'type',
      label: t('admin.feedback.type.label'),
      options: [
        any,
        { value: 'general', label: t('admin.feedback.type.general') },
        { value: 'uninstall', label: t('admin.feedback.uninstall') },
      ],
    },
    {
      name: 'priority',
      label: t('feedback.priority'),
      options: [
        any,
        ...FEEDBACK_PRIORITIES.map((value) => ({ value, label: priorityWords(t, value) })),
      ],
    },
    {
      name: 'issue',
      label: t('admin.feedback.issue.label'),
      options: [
        any,
        { value: 'with', label: t('admin.feedback.issue.with') },
        { value: 'without', label: t('admin.feedback.issue.without') },
      ],
    },
    {
      name: 'days',
      label: t('admin.feedback.created'),
      options: FEEDBACK_FILTERS.days.map((value) =>
        value === 'any'
          ? any
          : { value, label: t('admin.feedback.lastDays', { count: Number(value) }) },
      ),
    },
  ]
}
