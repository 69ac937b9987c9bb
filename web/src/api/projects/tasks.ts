import type { Database } from '@app/contract/rows'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '#api/calls/data-api.ts'
import { CodedError } from '#api/errors/coded-error.ts'
import { dashboardStatsQuery } from './dashboard.ts'
import { projectKey } from './project-keys.ts'

type Row = Database['public']['Tables']['tasks']['Row']

/** In the order of their columns on the board. */
export const TASK_STATUSES = ['todo', 'inProgress', 'done'] as const
export const TASK_PRIORITIES = ['low', 'medium', 'high'] as const

export type TaskStatus = (typeof TASK_STATUSES)[number]
export type TaskPriority = (typeof TASK_PRIORITIES)[number]

export type Task = Pick<
  Row,
  'id' | 'number' | 'name' | 'assignee_id' | 'due_date' | 'position' | 'updated_at'
> & { status: TaskStatus; priority: TaskPriority }

/** Descriptions are long and boards are polled, so only an opened task has its own. */
export type TaskDetails = Task & Pick<Row, 'description'>

/** The first tasks of a column, up to the limit that was asked for. */
export type Column = {
  tasks: Task[]
  /** Position of the first task that is not shown. */
  next: number | null
  total: number
}

export type Board = Record<TaskStatus, Column>

/** How many tasks of each column are loaded. */
export type BoardLimits = Record<TaskStatus, number>

const COLUMNS = 'id, number, name, assignee_id, due_date, position, updated_at, status, priority'
const REFRESH_MS = 15_000

type Counted = { count: number }[]
type Answer = Record<TaskStatus, Task[]> & Record<`${TaskStatus}Count`, Counted>

const boardKey = (projectId: string) => [...projectKey(projectId), 'board'] as const

/** All columns in one request. Null if the project is gone. Polled, since other members move tasks too. */
export const boardQuery = (projectId: string, limits: BoardLimits) =>
  queryOptions({
    queryKey: [...boardKey(projectId), limits],
    queryFn: async (): Promise<Board | null> => {
      const { data } = await dataApi()
        .from('projects')
        .select(
          `todo:tasks(${COLUMNS}), inProgress:tasks(${COLUMNS}), done:tasks(${COLUMNS}), todoCount:tasks(count), inProgressCount:tasks(count), doneCount:tasks(count)`,
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
        // One more than is shown: a task dropped at the end goes before it.
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
    placeholderData: keepPreviousData,
  })

/** Null if there is none with that number. */
export const taskQuery = (projectId: string, number: number) =>
  queryOptions({
    queryKey: [...projectKey(projectId), 'task', number],
    queryFn: () => fetchTask(projectId, number),
    // Opened again it is loaded again: what is typed is compared with what is there.
    staleTime: 0,
    gcTime: 0,
  })

export async function fetchTask(projectId: string, number: number): Promise<TaskDetails | null> {
  const { data } = await dataApi()
    .from('tasks')
    .select(`${COLUMNS}, description`)
    .eq('project_id', projectId)
    .eq('number', number)
    .maybeSingle()
    .overrideTypes<TaskDetails, { merge: false }>()
    .throwOnError()

  return data
}

function column(tasks: Task[], counted: Counted, limit: number): Column {
  return {
    tasks: tasks.slice(0, limit),
    next: tasks[limit]?.position ?? null,
    total: counted[0]?.count ?? tasks.length,
  }
}

/** The board in the cache, for changes that are shown before the server has them. */
export function useBoardCache(projectId: string, limits: BoardLimits) {
  const client = useQueryClient()
  const { queryKey } = boardQuery(projectId, limits)

  return {
    read: (): Board | null => client.getQueryData(queryKey) ?? null,

    /** Resolves to a function that takes the change back. */
    async show(change: (board: Board) => Board): Promise<() => void> {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, (board) => board && change(board))

      return () => client.setQueryData(queryKey, before)
    },

    async refresh(): Promise<void> {
      void client.invalidateQueries({ queryKey: dashboardStatsQuery.queryKey })
      await client.invalidateQueries({ queryKey: boardKey(projectId) })
    },
  }
}

/** A task in the version that its editor has seen. */
type SeenTask = Pick<Task, 'id' | 'updated_at'>

export type TaskColumns = Omit<TaskDetails, 'id' | 'number' | 'updated_at'>

/** Fails if somebody else changed the task since. Resolves to the new version. */
export async function changeTask(
  { id, updated_at }: SeenTask,
  columns: Partial<TaskColumns>,
): Promise<string> {
  const { data } = await dataApi()
    .from('tasks')
    .update(columns)
    .eq('id', id)
    .eq('updated_at', updated_at)
    .select('updated_at')
    .throwOnError()
  const [changed] = data

  if (!changed) throw new CodedError('changed_meanwhile')
  return changed.updated_at
}

/** A new task has its name and its column. One that is put back has its place and its number too. */
type NewTask = Pick<TaskColumns, 'name' | 'status'> & Partial<TaskColumns> & { number?: number }

/** Without a position the database puts it at the end of its column. */
export async function addTask(projectId: string, task: NewTask): Promise<void> {
  await dataApi()
    .from('tasks')
    // The type generator does not know that triggers fill in the position and the number.
    .insert({ project_id: projectId, ...task } as TaskColumns & {
      project_id: string
      number: number
    })
    .throwOnError()
}

/** Resolves to what the board does not show of it, so that it can be put back. */
export async function deleteTask({
  id,
  updated_at,
}: SeenTask): Promise<Pick<TaskDetails, 'description'>> {
  const { data } = await dataApi()
    .from('tasks')
    .delete()
    .eq('id', id)
    .eq('updated_at', updated_at)
    .select('description')
    .throwOnError()
  const [deleted] = data

  if (!deleted) throw new CodedError('changed_meanwhile')
  return deleted
}
