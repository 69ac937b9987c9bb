import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '#api/data-api.ts'
import type { Board, Column } from './board.ts'
import type { Task, TaskStatus } from './task.ts'

export type Limits = Record<TaskStatus, number>

const FIELDS = 'id, name, assignee_id, due_date, position, updated_at, status, priority'
const REFRESH_MS = 15_000

type Counted = { count: number }[]
type Answer = Record<TaskStatus, Task[]> & Record<`${TaskStatus}Count`, Counted>

/**
 * The upper part of each column and how long it is, in one request. null when there is no such project for this
 * reader (any more). Others move tasks too, so it is asked again and again while somebody looks at it.
 */
export const boardQuery = (projectId: string, limits: Limits) =>
  queryOptions({
    queryKey: ['projects', projectId, 'board', limits],
    queryFn: async (): Promise<Board | null> => {
      const { data } = await dataApi()
        .from('projects')
        .select(
          `todo:tasks(${FIELDS}), inProgress:tasks(${FIELDS}), done:tasks(${FIELDS}), todoCount:tasks(count), inProgressCount:tasks(count), doneCount:tasks(count)`,
        )
        .eq('id', projectId)
        .eq('todo.status', 'todo')
        .eq('inProgress.status', 'inProgress')
        .eq('done.status', 'done')
        .eq('todoCount.status', 'todo')
        .eq('inProgressCount.status', 'inProgress')
        .eq('doneCount.status', 'done')
        .order('position', { referencedTable: 'todo' })
        .order('id', { referencedTable: 'todo' })
        .order('position', { referencedTable: 'inProgress' })
        .order('id', { referencedTable: 'inProgress' })
        .order('position', { referencedTable: 'done' })
        .order('id', { referencedTable: 'done' })
        // One more than is shown: its place is the border of what is dropped at the end.
        .limit(limits.todo + 1, { referencedTable: 'todo' })
        .limit(limits.inProgress + 1, { referencedTable: 'inProgress' })
        .limit(limits.done + 1, { referencedTable: 'done' })
        .maybeSingle()
        .throwOnError()
      if (!data) return null

      const answer = data as unknown as Answer
      return {
        todo: column(answer.todo, answer.todoCount, limits.todo),
        inProgress: column(answer.inProgress, answer.inProgressCount, limits.inProgress),
        done: column(answer.done, answer.doneCount, limits.done),
      }
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: REFRESH_MS,
  })

function column(tasks: Task[], counted: Counted, limit: number): Column {
  return {
    tasks: tasks.slice(0, limit),
    next: tasks[limit]?.position ?? null,
    total: counted[0]?.count ?? tasks.length,
  }
}
