import { useForm } from '@app/ui/use-form.ts'
import { useState } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import { addTask, type TaskDetails, type TaskStatus } from '#api/projects/tasks.ts'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { TaskDialogProps } from './task-dialog-props.ts'
import { columnsOf, differences, draftOf, newDraft, type TaskDraft } from './task-draft.ts'

export function useTaskForm(props: TaskDialogProps) {
  const { projectId, shown, onClose, board, changes, canEdit = true } = props
  const { t } = useTranslation()
  const [reread, setReread] = useState<TaskDetails | null>(null)
  const [isReread, setIsReread] = useState(false)
  const task = reread ?? (typeof shown === 'object' ? shown : null)
  const initial = task ? draftOf(task) : newDraft(shown as TaskStatus)

  return useForm({
    initial,
    check: ({ name }) => fieldTexts(t, { name: name.trim() ? null : 'board.nameRequired' }),
    save: async (draft) => {
      setIsReread(false)
      if (task) await change(task, draft)
      else await addTask(projectId, { ...draft, ...columnsOf(draft) })
      void changes.refresh()
      onClose()
    },
    explain: (error) => ({
      title: t('board.saveFailed'),
      text: isReread ? t('board.conflict') : userMessage(t, error, 'errors.tryAgain'),
    }),
    isDisabled: !canEdit,
  })

  async function change(before: TaskDetails, draft: TaskDraft) {
    const edits = differences(initial, draft)
    if (Object.keys(edits).length === 0) return
    try {
      await changes.write(before, { ...columnsOf(edits), ...placeOnTop(edits) })
    } catch (error) {
      await readAgain(error)
      throw error
    }
  }

  /** The form contains the column; in its new column a task comes first. */
  function placeOnTop({ status }: Partial<TaskDraft>) {
    if (!status) return {}
    const [first] = board[status].tasks

    return { position: (first?.position ?? 2048) - 1024 }
  }

  /** After reporting a conflict, the next save replaces only the typed fields. */
  async function readAgain(error: unknown) {
    const isConflict = (error as { code?: unknown }).code === 'changed_meanwhile'
    const fresh = isConflict ? await changes.reread(task) : null
    if (!fresh) return

    setReread(fresh)
    setIsReread(true)
  }
}
