import { useEffect, useState } from 'react'
import type { TaskStatus } from '#api/projects/tasks.ts'
import { whenIdle } from '#browser/when-idle.ts'
import { AddressedTask, TaskDialog, useLeaving } from './addressed-task.tsx'
import type { TaskDialogProps } from './task-dialog-props.ts'
import type { useTaskAddress } from './use-task-address.ts'

type Props = Pick<TaskDialogProps, 'projectId' | 'people' | 'board' | 'changes'> & {
  canEdit: boolean
  address: ReturnType<typeof useTaskAddress>
  newTask: ReturnType<typeof useNewTask>
  onOpened: (name: string | null) => void
}

/** The task named in the URL, or a new one. */
export function BoardDialogs({ canEdit, address, newTask, onOpened, ...dialog }: Props) {
  useEffect(() => whenIdle(TaskDialog.preload), [])

  return (
    <>
      {address.number !== null && (
        <AddressedTask
          {...dialog}
          key={`task ${address.number}`}
          number={address.number}
          canEdit={canEdit}
          onOpened={onOpened}
          onClose={address.close}
        />
      )}
      {canEdit && address.isNew && <AddressedNewTask {...dialog} onClose={address.close} />}
      {canEdit && newTask.shown !== null && (
        <TaskDialog
          {...dialog}
          key={`new ${newTask.count}`}
          shown={newTask.shown}
          isOpen={newTask.isOpen}
          onClose={newTask.close}
        />
      )}
    </>
  )
}

function AddressedNewTask(props: Omit<TaskDialogProps, 'shown' | 'isOpen'>) {
  const [isClosing, setClosing] = useState(false)
  useLeaving(isClosing, props.onClose)

  return <TaskDialog {...props} shown="todo" isOpen={!isClosing} onClose={() => setClosing(true)} />
}

/** Each opening mounts a new form. A closed one stays mounted until it has faded out. */
export function useNewTask() {
  const [dialog, setDialog] = useState<{
    shown: TaskStatus | null
    isOpen: boolean
    count: number
  }>({ shown: null, isOpen: false, count: 0 })

  return {
    ...dialog,
    open: (shown: TaskStatus) => setDialog({ shown, isOpen: true, count: dialog.count + 1 }),
    close: () => setDialog({ ...dialog, isOpen: false }),
  }
}
