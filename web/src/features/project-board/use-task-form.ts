import { useForm } from '@app/ui/use-form.ts'
import { useState } from 'react'
import { addTask, type Task, type TaskStatus } from '#api/tasks.ts'
import { userMessage } from '#api/user-message.ts'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { TaskDialogProps } from './task-dialog-props.ts'
import { differences, draftOf, newDraft, type TaskDraft } from './task-draft.ts'

export function useTaskForm({ projectId, shown, onClose, board, changes }: TaskDialogProps) {
  const { t } = useTranslation()
  const [task, setTask] = useState(typeof shown === 'object' ? shown : null)
  const [isReread, setReread] = useState(false)
  const initial = task ? draftOf(task) : newDraft(shown as TaskStatus)

  return useForm({
    initial,
    check: ({ name }) => fieldTexts(t, { name: name.trim() ? null : 'board.nameRequired' }),
    save: async (draft) => {
      setReread(false)
      if (task) await change(task, draft)
      else await addTask(projectId, { ...draft, name: draft.name.trim() })
      void changes.refresh()
      onClose()
    },
    explain: (error) => ({
      title: t('board.saveFailed'),
      text: isReread ? t('board.conflict') : userMessage(t, error, 'errors.tryAgain'),
    }),
  })

  async function change(before: Task, draft: TaskDraft) {
    const edits = differences(initial, draft)
    try {
      const name = edits.name?.trim()
      await changes.write(before, { ...edits, ...placeOnTop(edits), ...(name && { name }) })
    } catch (error) {
      await reread(error)
      throw error
    }
  }

  /** The column is part of the form; within its new column a task comes first. */
  function placeOnTop({ status }: Partial<TaskDraft>) {
    if (!status) return {}
    const [first] = board[status].tasks

    return { position: (first?.position ?? 2048) - 1024 }
  }

  /** After somebody else's change was reported once, what was typed, and nothing else, replaces what is there now. */
  async function reread(error: unknown) {
    const isConflict = (error as { code?: unknown }).code === 'changed_meanwhile'
    const fresh = isConflict ? await changes.reread(task) : null
    if (!fresh) return

    setTask(fresh)
    setReread(true)
  }
}
