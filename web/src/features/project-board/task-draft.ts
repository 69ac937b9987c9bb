import type { Task, TaskStatus } from '#api/tasks.ts'

/** What users write about a task. */
export type TaskDraft = Pick<Task, 'name' | 'assignee_id' | 'priority' | 'due_date' | 'status'>

export const newDraft = (status: TaskStatus): TaskDraft => ({
  name: '',
  assignee_id: null,
  priority: 'medium',
  due_date: null,
  status,
})

export const draftOf = ({ name, assignee_id, priority, due_date, status }: Task): TaskDraft => ({
  name,
  assignee_id,
  priority,
  due_date,
  status,
})

/** Only what was changed is written, so that what others have changed beside it stays. */
export function differences(before: TaskDraft, after: TaskDraft): Partial<TaskDraft> {
  const fields = Object.keys(after) as (keyof TaskDraft)[]

  return Object.fromEntries(
    fields.filter((field) => after[field] !== before[field]).map((field) => [field, after[field]]),
  )
}
