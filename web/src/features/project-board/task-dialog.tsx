import { useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { TaskDialogProps } from './task-dialog-props.ts'
import { TaskForm } from './task-form.tsx'
import { useTaskForm } from './use-task-form.ts'

export function TaskDialog(props: TaskDialogProps) {
  const { t } = useTranslation()
  const [isLeaving, setLeaving] = useState(false)
  const editing = useTaskForm(props)
  const task = typeof props.shown === 'object' ? props.shown : null

  return (
    <>
      <Dialog
        isOpen={props.isOpen}
        onOpenChange={() => (editing.isDirty ? setLeaving(true) : props.onClose())}
        title={task ? t('board.task') : t('board.newTask')}
        closeText={t('common.close')}
      >
        <TaskForm
          editing={editing}
          people={props.people}
          isNew={task === null}
          onDelete={() => {
            props.onClose()
            if (task) props.changes.remove(task)
          }}
        />
      </Dialog>
      <ConfirmDialog
        isOpen={isLeaving}
        onOpenChange={setLeaving}
        title={t('project.unsaved.title')}
        text={t('project.unsaved.text')}
        cancelText={t('project.unsaved.stay')}
        confirmText={t('project.unsaved.leave')}
        onConfirm={props.onClose}
      />
    </>
  )
}
