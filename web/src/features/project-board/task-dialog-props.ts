import type { Board } from './board.ts'
import type { Person } from './person.ts'
import type { Task, TaskStatus } from './task.ts'
import type { useBoardChanges } from './use-board-changes.ts'

export type TaskDialogProps = {
  projectId: string
  /** A task to change, or a column to add one to. */
  shown: Task | TaskStatus
  isOpen: boolean
  onClose: () => void
  people: Person[]
  board: Board
  changes: ReturnType<typeof useBoardChanges>
}
