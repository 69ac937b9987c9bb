import { toasts } from '@app/ui/toaster.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import { taskQuery } from '#api/projects/tasks.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { onDemand } from '#on-demand/on-demand.tsx'
import { findNumber } from './board.ts'
import type { TaskDialogProps } from './task-dialog-props.ts'

/** A form with all fields, which the board does not load. */
export const TaskDialog = onDemand(async () => (await import('./task-dialog.tsx')).TaskDialog)

type Props = Pick<TaskDialogProps, 'projectId' | 'people' | 'board' | 'changes'> & {
  number: number
  canEdit: boolean
  onOpened: (name: string | null) => void
  onClose: () => void
}

/** The task named in the URL. The board's data is shown immediately; the description follows. */
export function AddressedTask({ number, canEdit, onOpened, onClose, ...dialog }: Props) {
  const [isClosing, setClosing] = useState(false)
  const details = useQuery(taskQuery(dialog.projectId, number))
  const onBoard = findNumber(dialog.board, number)
  const task = details.data ?? (onBoard && { ...onBoard, description: null })
  const name = task?.name ?? null
  const isMissing = useMissing(number, details, !onBoard)

  useEffect(() => {
    onOpened(name)
    return () => onOpened(null)
  }, [name, onOpened])

  useLeaving(isClosing || isMissing, onClose)

  if (!task) return null
  return (
    <TaskDialog
      {...dialog}
      shown={task}
      {...(!details.data && { partial: details.isError ? 'failed' : 'loading' })}
      canEdit={canEdit}
      isOpen={!isClosing}
      onClose={() => setClosing(true)}
    />
  )
}

/** Navigates in an effect, when the draft is no longer marked as unsaved. */
export function useLeaving(isClosing: boolean, onClose: () => void): void {
  const leave = useEffectEvent(onClose)

  useEffect(() => {
    if (isClosing) leave()
  }, [isClosing])
}

/** Explains why no task can be opened. */
function useMissing(
  number: number,
  details: { data?: unknown; error: Error | null },
  isUnknown: boolean,
): boolean {
  const { t } = useTranslation()
  const { data, error } = details
  const isMissing = data === null || (error !== null && isUnknown)

  useEffect(() => {
    if (!isMissing) return
    const text = error ? userMessage(t, error, 'errors.tryAgain') : t('board.missingText')
    toasts.show({ title: t('board.missing', { number }), text, tone: 'danger' })
  }, [isMissing, error, number, t])

  return isMissing
}
