import type { TaskDetails, TaskStatus } from '#api/projects/tasks.ts'

/** The editable fields of a task. */
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

/** The columns of a draft. Blank text becomes null. */
export function columnsOf<Part extends Partial<TaskDraft>>(draft: Part) {
  const { name, description, ...rest } = draft

  return {
    ...rest,
    ...(name !== undefined && { name: name.trim() }),
    ...(description !== undefined && { description: description.trim() || null }),
  }
}

/** Writes only changed fields, so that other members' changes are kept. */
export function differences(before: TaskDraft, after: TaskDraft): Partial<TaskDraft> {
  const fields = Object.keys(after) as (keyof TaskDraft)[]

  return Object.fromEntries(
    fields.filter((field) => after[field] !== before[field]).map((field) => [field, after[field]]),
  )
}
