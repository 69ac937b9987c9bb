import { CodedError } from '#api/coded-error.ts'
import { dataApi } from '#api/data-api.ts'
import type { Task } from './task.ts'
import type { TaskDraft } from './task-draft.ts'

/** A task in the version that somebody has before his eyes. */
type Seen = Pick<Task, 'id' | 'updated_at'>
type Columns = Partial<Omit<Task, 'id' | 'updated_at'>>

/** Only if it is still what its changer has seen; answers with its new version. */
export async function changeTask({ id, updated_at }: Seen, columns: Columns): Promise<string> {
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

/** Without a position it goes to the end of its column. */
export async function addTask(
  projectId: string,
  task: TaskDraft & { position?: number },
): Promise<void> {
  await dataApi()
    .from('tasks')
    // The database finds the position; the generator of types cannot know.
    .insert({ project_id: projectId, ...task } as typeof task & {
      project_id: string
      position: number
    })
    .throwOnError()
}

export async function deleteTask({ id, updated_at }: Seen): Promise<void> {
  const { data } = await dataApi()
    .from('tasks')
    .delete()
    .eq('id', id)
    .eq('updated_at', updated_at)
    .select('id')
    .throwOnError()

  if (data.length === 0) throw new CodedError('changed_meanwhile')
}
