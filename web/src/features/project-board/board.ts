import {
  type Board,
  type Column,
  TASK_STATUSES,
  type Task,
  type TaskStatus,
} from '#api/projects/tasks.ts'

/** A position in a column. The index ignores the task that is being moved. */
export type BoardPosition = { status: TaskStatus; index: number }

const STEP = 1024

export const othersIn = ({ tasks }: Column, { id }: Task) => tasks.filter((task) => task.id !== id)

/** A value between its new neighbours, so that neither must be written. */
export function positionAt(board: Board, task: Task, { status, index }: BoardPosition): number {
  const others = othersIn(board[status], task)
  const before = others[index - 1]?.position
  const after = others[index]?.position ?? board[status].next ?? undefined

  if (before !== undefined && after !== undefined) return (before + after) / 2
  if (after !== undefined) return after - STEP
  return (before ?? 0) + STEP
}

/** The board after moving the task there. */
export function withTaskAt(board: Board, task: Task, place: BoardPosition): Board {
  const moved = { ...task, status: place.status, position: positionAt(board, task, place) }
  const left = withoutTask(board, task)
  const target = left[place.status]

  return {
    ...left,
    [place.status]: {
      ...target,
      tasks: target.tasks.toSpliced(place.index, 0, moved),
      total: target.total + 1,
    },
  }
}

export function withoutTask(board: Board, task: Task): Board {
  const { status } = findTask(board, task.id) ?? task
  const column = board[status]

  return {
    ...board,
    [status]: { ...column, tasks: othersIn(column, task), total: column.total - 1 },
  }
}

export function findTask(board: Board, id: string): Task | undefined {
  return TASK_STATUSES.flatMap((status) => board[status].tasks).find((task) => task.id === id)
}

export function findNumber(board: Board, number: number): Task | undefined {
  return TASK_STATUSES.flatMap((status) => board[status].tasks).find(
    (task) => task.number === number,
  )
}

export function boardPositionOf(board: Board, task: Task): BoardPosition {
  return {
    status: task.status,
    index: board[task.status].tasks.findIndex(({ id }) => id === task.id),
  }
}

export type Direction = 'up' | 'down' | 'left' | 'right'

/** One step in a direction; at the board's edge the position stays the same. */
export function step(
  board: Board,
  task: Task,
  from: BoardPosition,
  direction: Direction,
): BoardPosition {
  const last = (status: TaskStatus) => othersIn(board[status], task).length
  if (direction === 'up') return { ...from, index: Math.max(0, from.index - 1) }
  if (direction === 'down') return { ...from, index: Math.min(last(from.status), from.index + 1) }

  const at = TASK_STATUSES.indexOf(from.status) + (direction === 'right' ? 1 : -1)
  const status = TASK_STATUSES[at]
  return status ? { status, index: Math.min(last(status), from.index) } : from
}

export const isSamePosition = (one: BoardPosition, other: BoardPosition) =>
  one.status === other.status && one.index === other.index
