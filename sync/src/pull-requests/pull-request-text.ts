import { commitMessage } from '#objects/commit-message.ts'

/** What a person wants to open. An empty title or body is taken from the commit's message. */
export type PullRequestDraft = {
  base: string
  title: string
  body: string
  isDraft: boolean
}

/** What GitHub takes. */
export const MAX_TITLE = 256

/** One line, stored as a commit's message would be. */
export function pullRequestTitle(text: string): string {
  const [line = ''] = commitMessage(text).split('\n', 1)
  const characters = [...line.trim()]

  return characters.length <= MAX_TITLE
    ? characters.join('')
    : `${characters.slice(0, MAX_TITLE - 1).join('')}…`
}

/** Fills in what a person left empty: the message's first line is the title, the rest of it the text. */
export function completeDraft(draft: PullRequestDraft, message: string): PullRequestDraft {
  const [first = '', ...rest] = commitMessage(message).split('\n')

  return {
    ...draft,
    title: pullRequestTitle(draft.title) || pullRequestTitle(first),
    body: commitMessage(draft.body) || rest.join('\n').trim(),
  }
}
