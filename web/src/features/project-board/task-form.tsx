import { Button } from '@app/ui/button.tsx'
import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { Select } from '@app/ui/select.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { TASK_PRIORITIES, TASK_STATUSES } from '#api/tasks.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Person } from './person.ts'
import { COLUMN_WORDS, PRIORITY_WORDS } from './task-words.ts'
import type { TaskEditing } from './use-task-form.ts'

type Props = {
  editing: TaskEditing
  people: Person[]
  isNew: boolean
  onDelete: () => void
}

const NOBODY = ''

export function TaskForm({ editing, people, isNew, onDelete }: Props) {
  const { t } = useTranslation()
  const { draft, change, isSaving } = editing

  return (
    <form noValidate onSubmit={editing.submit}>
      <div ref={editing.form} className="grid gap-5">
        <TextField
          label={t('board.name')}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
          error={editing.complaint}
          maxLength={500}
          required
          disabled={isSaving}
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
            disabled={isSaving}
          />
          <TextField
            label={t('board.dueDate')}
            type="date"
            value={draft.due_date ?? ''}
            onChange={(event) => change({ due_date: event.target.value || null })}
            disabled={isSaving}
          />
        </div>
        <ChoiceGroup
          label={t('board.priority')}
          name="priority"
          choices={TASK_PRIORITIES.map((value) => ({ value, label: t(PRIORITY_WORDS[value]) }))}
          value={draft.priority}
          onChange={(priority) => change({ priority })}
          disabled={isSaving}
        />
        <Select
          label={t('board.status')}
          options={TASK_STATUSES.map((value) => ({ value, label: t(COLUMN_WORDS[value]) }))}
          value={draft.status}
          onChange={(status) => change({ status })}
          disabled={isSaving}
        />
        <FailureNotice failure={editing.failure} />
        <div className="flex flex-wrap justify-between gap-3">
          {isNew ? (
            <span />
          ) : (
            <Button variant="quiet" onClick={onDelete} disabled={isSaving}>
              {t('board.delete')}
            </Button>
          )}
          <Button type="submit" isBusy={isSaving}>
            {isNew ? t('board.create') : t('board.save')}
          </Button>
        </div>
      </div>
    </form>
  )
}
