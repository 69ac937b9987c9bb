import { toasts } from '@app/ui/toaster.tsx'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { type Board, findTask, type Place, positionAt, withoutTask, withTaskAt } from './board.ts'
import { addTask, changeTask, deleteTask } from './changes.ts'
import { ownVersions } from './own-versions.ts'
import type { Task } from './task.ts'
import { draftOf } from './task-draft.ts'

type Change = {
  /** What is seen at once. */
  show: (board: Board) => Board
  work: () => Promise<void>
  failed: MessageKey
}

/** Changes are seen at once, written one after the other, and taken back if that did not work. */
export function useBoardChanges(projectId: string, queryKey: QueryKey) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [versions] = useState(ownVersions)
  const [turns] = useState<{ last: Promise<void> }>({ last: Promise.resolve() })

  async function change({ show, work, failed }: Change) {
    await client.cancelQueries({ queryKey })
    const before = client.getQueryData<Board | null>(queryKey)
    client.setQueryData<Board | null>(queryKey, (board) => board && show(board))

    const turn = turns.last.then(work).catch((error: unknown) => {
      client.setQueryData(queryKey, before)
      const text = userMessage(t, error, 'errors.tryAgain')
      toasts.show({ title: t(failed), text, tone: 'danger' })
    })
    turns.last = turn
    await turn
    if (turns.last === turn) await refresh()
  }

  async function refresh() {
    void client.invalidateQueries({ queryKey: ['dashboard', 'stats'] })
    await client.invalidateQueries({ queryKey: ['projects', projectId, 'board'] })
  }

  async function write(task: Task, columns: Parameters<typeof changeTask>[1]) {
    const seen = versions.newest(task)
    versions.replace(seen, await changeTask(seen, columns))
  }

  function move(task: Task, place: Place) {
    const board = client.getQueryData<Board | null>(queryKey)
    if (!board) return
    const columns = { status: place.status, position: positionAt(board, task, place) }

    void change({
      show: (shown) => withTaskAt(shown, task, place),
      work: () => write(task, columns),
      failed: 'board.moveFailed',
    })
  }

  function remove(task: Task) {
    void change({
      show: (shown) => withoutTask(shown, task),
      work: async () => {
        await deleteTask(versions.newest(task))
        const action = { text: t('project.undo'), run: () => putBack(task) }
        toasts.show({ title: t('board.deleted'), action })
      },
      failed: 'board.deleteFailed',
    })
  }

  function putBack(task: Task) {
    void change({
      show: (shown) => shown,
      work: () => addTask(projectId, { ...draftOf(task), position: task.position }),
      failed: 'board.saveFailed',
    })
  }

  /** A task as it is now, or null if it is gone. */
  async function reread(task: Task | null): Promise<Task | null> {
    await refresh()
    const board = client.getQueryData<Board | null>(queryKey)

    return (board && task && findTask(board, task.id)) ?? null
  }

  return { move, remove, write, refresh, reread }
}
