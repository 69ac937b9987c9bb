import { commitMessage } from '#objects/commit-message.ts'

/** The draft of a pull request. An empty title or body is filled from the commit's message. */
export type PullRequestDraft = {
  base: string
  title: string
  body: string
  isDraft: boolean
}

/** GitHub's limits. */
export const MAX_TITLE = 256

/** One line, in the form of a commit message. */
export function pullRequestTitle(text: string): string {
  const [line = ''] = commitMessage(text).split('\n', 1)
  const characters = [...line.trim()]

  return characters.length <= MAX_TITLE
    ? characters.join('')
    : `${characters.slice(0, MAX_TITLE - 1).join('')}…`
}

/** Fills empty fields: the message's first line becomes the title, the rest the body. */
export function completeDraft(draft: PullRequestDraft, message: string): PullRequestDraft {
  const [first = '', ...rest] = commitMessage(message).split('\n')

  return {
    ...draft,
    title: pullRequestTitle(draft.title) || pullRequestTitle(first),
    body: commitMessage(draft.body) || rest.join('\n').trim(),
  }
}
