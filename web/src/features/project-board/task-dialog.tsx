import { DraftDialog } from '@app/ui/draft-dialog.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import type { TaskDialogProps } from './task-dialog-props.ts'
import { TaskForm } from './task-form.tsx'
import { useTaskForm } from './use-task-form.ts'

export function TaskDialog(props: TaskDialogProps) {
  const { t } = useTranslation()
  const leaving = useLeavingTexts()
  const form = useTaskForm(props)
  const task = typeof props.shown === 'object' ? props.shown : null

  return (
    <DraftDialog
      isOpen={props.isOpen}
      title={task ? t('board.task', { number: task.number }) : t('board.newTask')}
      closeText={t('common.close')}
      isDirty={form.isDirty}
      leaving={leaving}
      onClose={props.onClose}
    >
      {() => (
        <TaskForm
          form={form}
          people={props.people}
          isNew={task === null}
          partial={props.partial ?? null}
          canEdit={props.canEdit ?? true}
          onDelete={() => {
            props.onClose()
            if (task) props.changes.remove(task)
          }}
        />
      )}
    </DraftDialog>
  )
}
