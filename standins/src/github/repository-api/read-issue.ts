import type { Opened } from '#github/access/open-repository.ts'
import { validationFailed } from '#github/api/errors.ts'
import type { Issue } from '#github/memory/issues.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'

/** An issue's fields. Without push access, labels and assignees are silently dropped. */
export function readIssue(
  { memory: { people }, clock }: GithubNeeds,
  { role }: Opened,
  body: Readonly<Record<string, unknown>>,
): Partial<Issue> {
  const mayTriage = role !== 'read'
  const { title, body: text, labels, assignees, state } = body

  return {
    ...(typeof title === 'string' && { title }),
    ...(text !== undefined && { body: text === null ? null : String(text) }),
    ...(mayTriage && Array.isArray(labels) && { labels: labels.map(labelName) }),
    ...(mayTriage &&
      Array.isArray(assignees) && {
        assigneeIds: assignees.map((login) => {
          const person = people.byLogin(String(login))
          if (person) return person.id
          throw validationFailed({ resource: 'Issue', code: 'invalid', field: 'assignees' })
        }),
      }),
    ...((state === 'open' || state === 'closed') && {
      state,
      closedAt: state === 'closed' ? clock.now() : null,
    }),
  }
}

/** A label is a name, or an object with one. */
const labelName = (label: unknown) =>
  typeof label === 'object' && label !== null && 'name' in label
    ? String(label.name)
    : String(label)
