import { Button } from '@app/ui/button.tsx'
import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { Select } from '@app/ui/select.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import type { Form } from '@app/ui/use-form.ts'
import { TASK_PRIORITIES, TASK_STATUSES } from '#api/projects/tasks.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Person } from './person.ts'
import type { TaskDraft } from './task-draft.ts'
import { COLUMN_WORDS, PRIORITY_WORDS } from './task-words.ts'

type Props = {
  form: Form<TaskDraft>
  people: Person[]
  isNew: boolean
  /** The description is loading or failed to load. */
  partial: 'loading' | 'failed' | null
  canEdit: boolean
  onDelete: () => void
}

const NOBODY = ''

const PARTIAL_WORDS = {
  loading: 'common.loading',
  failed: 'board.descriptionFailed',
} as const

export function TaskForm({ form, people, isNew, partial, canEdit, onDelete }: Props) {
  const { t } = useTranslation()
  const { draft, change, isLocked } = form

  return (
    <form {...form.props} className="grid gap-5">
      <TextField {...form.field('name')} label={t('board.name')} maxLength={500} required />
      <TextArea
        {...form.field('description')}
        label={t('board.description')}
        placeholder={partial ? t(PARTIAL_WORDS[partial]) : ''}
        disabled={partial !== null || isLocked}
        maxLength={10_000}
        rows={5}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t('board.assignee')}
          options={[
            { value: NOBODY, label: t('board.nobody') },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={draft.assignee_id ?? NOBODY}
          onChange={(id) => change({ assignee_id: id || null })}
          disabled={isLocked}
        />
        <TextField
          label={t('board.dueDate')}
          type="date"
          value={draft.due_date ?? ''}
          onChange={(event) => change({ due_date: event.target.value || null })}
          disabled={isLocked}
        />
      </div>
      <ChoiceGroup
        {...form.choice('priority')}
        label={t('board.priority')}
        choices={TASK_PRIORITIES.map((value) => ({ value, label: t(PRIORITY_WORDS[value]) }))}
      />
      <Select
        {...form.choice('status')}
        label={t('board.status')}
        options={TASK_STATUSES.map((value) => ({ value, label: t(COLUMN_WORDS[value]) }))}
      />
      <FailureNotice failure={form.failure} />
      {canEdit && (
        <FormActions
          start={
            !isNew && (
              <Button variant="quiet" onClick={onDelete} disabled={isLocked}>
                {t('board.delete')}
              </Button>
            )
          }
        >
          <SubmitButton form={form}>{isNew ? t('board.create') : t('board.save')}</SubmitButton>
        </FormActions>
      )}
    </form>
  )
}
