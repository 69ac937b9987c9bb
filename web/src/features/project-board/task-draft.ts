import type { TaskDetails, TaskStatus } from '#api/projects/tasks.ts'

/** What users write about a task. */
export type TaskDraft = Pick<
  TaskDetails,
  'name' | 'assignee_id' | 'priority' | 'due_date' | 'status'
> & { description: string }

export const newDraft = (status: TaskStatus): TaskDraft => ({
  name: '',
  description: '',
  assignee_id: null,
  priority: 'medium',
  due_date: null,
  status,
})

export const draftOf = (task: TaskDetails): TaskDraft => ({
  name: task.name,
  description: task.description ?? '',
  assignee_id: task.assignee_id,
  priority: task.priority,
  due_date: task.due_date,
  status: task.status,
})

/** The columns of what was written. A text of blanks is none. */
export function columnsOf<Part extends Partial<TaskDraft>>(draft: Part) {
  const { name, description, ...rest } = draft

  return {
    ...rest,
    ...(name !== undefined && { name: name.trim() }),
    ...(description !== undefined && { description: description.trim() || null }),
  }
}

/** Only what was changed is written, so that what others have changed beside it stays. */
export function differences(before: TaskDraft, after: TaskDraft): Partial<TaskDraft> {
  const fields = Object.keys(after) as (keyof TaskDraft)[]

  return Object.fromEntries(
    fields.filter((field) => after[field] !== before[field]).map((field) => [field, after[field]]),
  )
}
