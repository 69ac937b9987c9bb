import type { Database } from '@app/contract/rows'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '#api/calls/data-api.ts'
import { CodedError } from '#api/errors/coded-error.ts'
import { pollEvery, projectTopic, staleBy } from '#api/live/topics.ts'
import { dashboardStatsQuery } from './dashboard.ts'
import { projectKey } from './project-keys.ts'

type Row = Database['public']['Tables']['tasks']['Row']

/** In the order of the board's columns. */
export const TASK_STATUSES = ['todo', 'inProgress', 'done'] as const
export const TASK_PRIORITIES = ['low', 'medium', 'high'] as const

export type TaskStatus = (typeof TASK_STATUSES)[number]
export type TaskPriority = (typeof TASK_PRIORITIES)[number]

export type Task = Pick<
  Row,
  'id' | 'number' | 'name' | 'assignee_id' | 'due_date' | 'position' | 'updated_at'
> & { status: TaskStatus; priority: TaskPriority }

/** Descriptions are long and boards are polled, so only an opened task includes it. */
export type TaskDetails = Task & Pick<Row, 'description'>

/** The first tasks of a column, up to the requested limit. */
export type Column = {
  tasks: Task[]
  /** The position of the first task beyond the limit. */
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

/** All columns in one request. Null if the project no longer exists. Polled, since hints may be missing. */
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
        // Fetches one more than is shown, because a task dropped at the end is placed before it.
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
    refetchInterval: () => pollEvery(REFRESH_MS, projectTopic(projectId)),
    // Whoever leaves the project gives their tasks back.
    meta: staleBy(projectTopic(projectId), 'tasks', 'members'),
    placeholderData: keepPreviousData,
  })

/** Null if no task has that number. */
export const taskQuery = (projectId: string, number: number) =>
  queryOptions({
    queryKey: [...projectKey(projectId), 'task', number],
    queryFn: () => fetchTask(projectId, number),
    // Reloaded at each opening, because typed text is compared with the stored text.
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

/** The cached board, for optimistic updates. */
export function useBoardCache(projectId: string, limits: BoardLimits) {
  const client = useQueryClient()
  const { queryKey } = boardQuery(projectId, limits)

  return {
    read: (): Board | null => client.getQueryData(queryKey) ?? null,

    /** Resolves to a function that rolls back the change. */
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

/** A task in the version that its editor saw. */
type SeenTask = Pick<Task, 'id' | 'updated_at'>

export type TaskColumns = Omit<TaskDetails, 'id' | 'number' | 'updated_at'>

/** Fails if somebody else changed the task in the meantime. Resolves to the new version. */
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

/** A new task has a name and a column. A restored one also has its position and number. */
type NewTask = Pick<TaskColumns, 'name' | 'status'> & Partial<TaskColumns> & { number?: number }

/** Without a position, the database puts it at the end of its column. */
export async function addTask(projectId: string, task: NewTask): Promise<void> {
  await dataApi()
    .from('tasks')
    // The type generator does not see that triggers fill in position and number.
    .insert({ project_id: projectId, ...task } as TaskColumns & {
      project_id: string
      number: number
    })
    .throwOnError()
}

/** Resolves to the columns that the board lacks, so that the task can be restored. */
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
