import { expect, test } from 'vitest'
import type { Board, Task, TaskStatus } from '#api/projects/tasks.ts'
import { boardPositionOf, positionAt, step, withoutTask, withTaskAt } from './board.ts'

const [first, second, third] = [taskAt(1024), taskAt(2048), taskAt(3072)]
const board: Board = {
  todo: { tasks: [first, second, third], next: null, total: 3 },
  inProgress: { tasks: [], next: null, total: 0 },
  done: { tasks: [taskAt(512, 'done')], next: 900, total: 7 },
}

test('a task goes between its new neighbours and touches neither', () => {
  expect(positionAt(board, third, { status: 'todo', index: 1 })).toBe(1536)
  expect(positionAt(board, third, { status: 'todo', index: 0 })).toBe(0)
  expect(positionAt(board, first, { status: 'todo', index: 2 })).toBe(4096)
  expect(positionAt(board, first, { status: 'inProgress', index: 0 })).toBe(1024)
})

test('at the end of what is shown it stays before what is not', () => {
  expect(positionAt(board, first, { status: 'done', index: 1 })).toBe(706)
})

test('a moved task stands in its new column at once, and is counted there', () => {
  const after = withTaskAt(board, second, { status: 'done', index: 0 })

  expect(after.todo).toEqual({ tasks: [first, third], next: null, total: 2 })
  expect(after.done.tasks[0]).toEqual({ ...second, status: 'done', position: -512 })
  expect(after.done.total).toBe(8)
})

test('a task that is taken away leaves the others as they are', () => {
  expect(withoutTask(board, first).todo.tasks).toEqual([second, third])
})

test('the keys lead step by step, and not over the edge', () => {
  const at = boardPositionOf(board, second)

  expect(at).toEqual({ status: 'todo', index: 1 })
  expect(step(board, second, at, 'up')).toEqual({ status: 'todo', index: 0 })
  expect(step(board, second, at, 'down')).toEqual({ status: 'todo', index: 2 })
  expect(step(board, second, { status: 'todo', index: 2 }, 'down').index).toBe(2)
  expect(step(board, second, { status: 'todo', index: 0 }, 'up').index).toBe(0)
  expect(step(board, second, at, 'left')).toEqual(at)
  expect(step(board, second, at, 'right')).toEqual({ status: 'inProgress', index: 0 })
  expect(step(board, second, { status: 'done', index: 1 }, 'right')).toEqual({
    status: 'done',
    index: 1,
  })
})

function taskAt(position: number, status: TaskStatus = 'todo'): Task {
  return {
    id: `${status} ${position}`,
    number: position,
    name: 'Sail',
    assignee_id: null,
    due_date: null,
    priority: 'medium',
    status,
    position,
    updated_at: '2026-05-01T00:00:00Z',
  }
}
