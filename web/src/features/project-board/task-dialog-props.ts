import type { Board, TaskDetails, TaskStatus } from '#api/projects/tasks.ts'
import type { Person } from './person.ts'
import type { useBoardChanges } from './use-board-changes.ts'

export type TaskDialogProps = {
  projectId: string
  /** A task to change, or a column to add one to. */
  shown: TaskDetails | TaskStatus
  /** The description of `shown` is still being loaded, or could not be. */
  partial?: 'loading' | 'failed'
  /** Viewers only read. */
  canEdit?: boolean
  isOpen: boolean
  onClose: () => void
  people: Person[]
  board: Board
  changes: ReturnType<typeof useBoardChanges>
}
