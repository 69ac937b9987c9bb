import type { Opened } from '#github/access/open-repository.ts'
import { missingField, validationFailed } from '#github/api/errors.ts'
import { type Issue, STATE_REASONS, type StateReason } from '#github/memory/issues.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'

const MAX_TITLE = 256
const MAX_BODY = 65_536

/** An issue's fields. Without push access, labels and assignees are silently dropped. */
export function readIssue(
  { memory: { people }, clock }: GithubNeeds,
  { role }: Opened,
  body: Readonly<Record<string, unknown>>,
): Partial<Issue> {
  const mayTriage = role !== 'read'
  const { title, body: text, labels, assignees, state } = body
  mustBeShort('Issue', 'title', title, MAX_TITLE)
  mustBeShort('Issue', 'body', text, MAX_BODY)

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
      stateReason: readReason(state, body.state_reason),
      closedAt: state === 'closed' ? clock.now() : null,
    }),
  }
}

/** An issue that is opened again says so. */
function readReason(state: Issue['state'], input: unknown): StateReason {
  const given = STATE_REASONS.find((one) => one === input)
  if (input !== undefined && input !== null && !given) {
    throw validationFailed({ resource: 'Issue', code: 'invalid', field: 'state_reason' })
  }

  return given ?? (state === 'closed' ? 'completed' : 'reopened')
}

export function readCommentBody({ body }: Readonly<Record<string, unknown>>): string {
  if (typeof body !== 'string') throw missingField('IssueComment', 'body')
  if (body.trim() === '') {
    throw validationFailed({
      resource: 'IssueComment',
      code: 'unprocessable',
      field: 'data',
      message: 'Body cannot be blank',
    })
  }
  mustBeShort('IssueComment', 'body', body, MAX_BODY)

  return body
}

function mustBeShort(resource: string, field: string, text: unknown, max: number): void {
  if (typeof text !== 'string' || [...text].length <= max) return
  const message = `${field} is too long (maximum is ${max} characters)`
  throw validationFailed({ resource, code: 'custom', field, message })
}

/** A label is a name, or an object with one. */
export const labelName = (label: unknown) =>
  typeof label === 'object' && label !== null && 'name' in label
    ? String(label.name)
    : String(label)
