import type { Board, TaskDetails, TaskStatus } from '#api/projects/tasks.ts'
import type { Person } from './person.ts'
import type { useBoardChanges } from './use-board-changes.ts'

export type TaskDialogProps = {
  projectId: string
  /** A task to change, or the column of a new one. */
  shown: TaskDetails | TaskStatus
  /** The description of `shown` is loading or failed to load. */
  partial?: 'loading' | 'failed'
  /** Viewers can only read. */
  canEdit?: boolean
  isOpen: boolean
  onClose: () => void
  people: Person[]
  board: Board
  changes: ReturnType<typeof useBoardChanges>
}
