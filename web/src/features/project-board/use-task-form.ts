import type { Failure } from '@app/ui/failure-notice.tsx'
import { useFocusOnComplaint } from '@app/ui/use-focus-on-complaint.ts'
import { type FormEvent, useState } from 'react'
import { addTask, type TaskStatus } from '#api/tasks.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { TaskDialogProps } from './task-dialog-props.ts'
import { differences, draftOf, newDraft, type TaskDraft } from './task-draft.ts'

export type TaskEditing = ReturnType<typeof useTaskForm>

/** What is being written about a task. Whatever goes wrong, it stays in the form. */
export function useTaskForm({ projectId, shown, onClose, board, changes }: TaskDialogProps) {
  const { t } = useTranslation()
  const [task, setTask] = useState(typeof shown === 'object' ? shown : null)
  const initial = task ? draftOf(task) : newDraft(shown as TaskStatus)
  const [draft, setDraft] = useState<TaskDraft>(initial)
  const [complaint, setComplaint] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSaving, setSaving] = useState(false)
  const form = useFocusOnComplaint(complaint)
  const edits = differences(initial, draft)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const name = draft.name.trim()
    setComplaint(name ? null : t('board.nameRequired'))
    setFailure(null)
    if (!name) return

    setSaving(true)
    try {
      if (task)
        await changes.write(task, { ...edits, ...placeOnTop(), ...(edits.name && { name }) })
      else await addTask(projectId, { ...draft, name })
      void changes.refresh()
      onClose()
    } catch (error) {
      await complain(error)
    } finally {
      setSaving(false)
    }
  }

  /** Which column a task is in is part of the form; within the column it then comes first. */
  function placeOnTop() {
    if (!edits.status) return {}
    const [first] = board[edits.status].tasks

    return { position: (first?.position ?? 2048) - 1024 }
  }

  /** After somebody else's change was said once, what is typed, and nothing else, goes over what is now there. */
  async function complain(error: unknown) {
    const isConflict = (error as { code?: unknown }).code === 'changed_meanwhile'
    const fresh = isConflict ? await changes.reread(task) : null
    if (fresh) {
      setTask(fresh)
      setDraft((typed) => ({ ...draftOf(fresh), ...differences(initial, typed) }))
    }
    setFailure({
      title: t('board.saveFailed'),
      text: fresh ? t('board.conflict') : userMessage(t, error, 'errors.tryAgain'),
    })
  }

  return {
    form,
    draft,
    change: (part: Partial<TaskDraft>) => setDraft({ ...draft, ...part }),
    complaint,
    failure,
    isSaving,
    isDirty: Object.keys(edits).length > 0,
    submit,
  }
}
