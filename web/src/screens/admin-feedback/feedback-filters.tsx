import { Select } from '@app/ui/select.tsx'
import {
  FEEDBACK_FILTERS,
  FEEDBACK_PRIORITIES,
  FEEDBACK_STATUSES,
  type FeedbackFilters,
} from '#api/admin-feedback.ts'
import { priorityWords, STATUS_WORDS, useCodeWords } from '#features/feedback/triage-words.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = {
  filters: FeedbackFilters
  onChange: (filters: Partial<FeedbackFilters>) => void
}

/** Each applies at once. */
export function FeedbackFilterRow({ filters, onChange }: Props) {
  const { t } = useTranslation()
  const words = useCodeWords()
  const any = { value: 'any' as const, label: t('admin.list.any') }

  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
      <Select
        label={t('admin.feedback.status.label')}
        value={filters.status}
        options={[
          { value: 'open', label: t('admin.feedback.status.open') },
          { value: 'all', label: t('admin.list.any') },
          ...FEEDBACK_STATUSES.map((value) => ({ value, label: t(STATUS_WORDS[value]) })),
        ]}
        onChange={(status) => onChange({ status })}
      />
      <Select
        label={t('feedback.category')}
        value={filters.category}
        options={[
          any,
          ...words.categories.map((value) => ({ value, label: words.category(value) })),
        ]}
        onChange={(category) => onChange({ category })}
      />
      <Select
        label={t('admin.feedback.type.label')}
        value={filters.type}
        options={[
          any,
          { value: 'general', label: t('admin.feedback.type.general') },
          { value: 'uninstall', label: t('admin.feedback.uninstall') },
        ]}
        onChange={(type) => onChange({ type })}
      />
      <Select
        label={t('feedback.priority')}
        value={filters.priority}
        options={[
          any,
          ...FEEDBACK_PRIORITIES.map((value) => ({ value, label: priorityWords(t, value) })),
        ]}
        onChange={(priority) => onChange({ priority })}
      />
      <Select
        label={t('admin.feedback.issue.label')}
        value={filters.issue}
        options={[
          any,
          { value: 'with', label: t('admin.feedback.issue.with') },
          { value: 'without', label: t('admin.feedback.issue.without') },
        ]}
        onChange={(issue) => onChange({ issue })}
      />
      <Select
        label={t('admin.feedback.created')}
        value={filters.days}
        options={FEEDBACK_FILTERS.days.map((value) =>
          value === 'any'
            ? any
            : { value, label: t('admin.feedback.lastDays', { count: Number(value) }) },
        )}
        onChange={(days) => onChange({ days })}
      />
    </div>
  )
}
