import type { Board, Task, TaskStatus } from '#api/tasks.ts'
import type { Person } from './person.ts'
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
