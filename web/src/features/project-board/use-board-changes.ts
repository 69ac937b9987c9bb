import { toasts } from '@app/ui/toaster.tsx'
import { useState } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import { holdHints } from '#api/live/topics.ts'
import {
  addTask,
  type Board,
  type BoardLimits,
  changeTask,
  deleteTask,
  fetchTask,
  type Task,
  type TaskColumns,
  type TaskDetails,
  useBoardCache,
} from '#api/projects/tasks.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { type BoardPosition, positionAt, withoutTask, withTaskAt } from './board.ts'
import { ownVersions } from './own-versions.ts'

type Change = {
  /** The optimistic state of the board. */
  show: (board: Board) => Board
  write: () => Promise<void>
  failed: MessageKey
}

/** Changes are optimistic, written sequentially, and rolled back on failure. */
export function useBoardChanges(projectId: string, limits: BoardLimits) {
  const { t } = useTranslation()
  const cache = useBoardCache(projectId, limits)
  const [versions] = useState(ownVersions)
  const [queue] = useState<{ last: Promise<void> }>({ last: Promise.resolve() })

  async function change({ show, write, failed }: Change) {
    // A hint of an earlier change would show the board without this one.
    const endHold = holdHints()
    try {
      const takeBack = await cache.show(show)
      const writing = queue.last.then(write).catch((error: unknown) => {
        takeBack()
        const text = userMessage(t, error, 'errors.tryAgain')
        toasts.show({ title: t(failed), text, tone: 'danger' })
      })
      queue.last = writing
      await writing
      if (queue.last === writing) await cache.refresh()
    } finally {
      endHold()
    }
  }

  async function write(task: Task, columns: Partial<TaskColumns>) {
    const seen = versions.newest(task)
    versions.replace(seen, await changeTask(seen, columns))
  }

  function move(task: Task, place: BoardPosition) {
    const board = cache.read()
    if (!board) return
    const columns = { status: place.status, position: positionAt(board, task, place) }

    void change({
      show: (shown) => withTaskAt(shown, task, place),
      write: () => write(task, columns),
      failed: 'board.moveFailed',
    })
  }

  function remove(task: Task) {
    void change({
      show: (shown) => withoutTask(shown, task),
      write: async () => {
        const rest = await deleteTask(versions.newest(task))
        const action = { text: t('project.undo'), run: () => putBack({ ...task, ...rest }) }
        toasts.show({ title: t('board.deleted'), action })
      },
      failed: 'board.deleteFailed',
    })
  }

  function putBack({ id: _, updated_at: __, ...columns }: TaskDetails) {
    void change({
      show: (shown) => shown,
      write: () => addTask(projectId, columns),
      failed: 'board.saveFailed',
    })
  }

  /** The current task, or null if it no longer exists. */
  async function reread(task: Task | null): Promise<TaskDetails | null> {
    void cache.refresh()

    return task && fetchTask(projectId, task.number)
  }

  return { move, remove, write, refresh: cache.refresh, reread }
}
