import { textAt, valueAt } from '#host/answer.ts'
import type { PullRequest } from './pull-request.ts'

export type Reviews = {
  state: 'approved' | 'changes_requested' | 'waiting'
  approvedBy: string[]
  changesRequestedBy: string[]
  isWhole: boolean
}

const DECIDING = ['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED']

/** The last review of each reviewer is used. Comments are ignored, as are reviewers who were requested again. */
export function reviewsIn(
  lines: readonly unknown[],
  { author, reviewers }: Pick<PullRequest, 'author' | 'reviewers'>,
  isWhole: boolean,
): Reviews {
  const last = new Map<string, string>()
  for (const line of lines) {
    const login = valueAt(line, 'user', 'login')
    const state = textAt(line, 'state')
    if (typeof login !== 'string' || login === author) continue
    if (DECIDING.includes(state)) last.set(login, state)
  }
  for (const login of reviewers) last.delete(login)
  const by = (wanted: string) =>
    [...last].filter(([, state]) => state === wanted).map(([login]) => login)
  const approvedBy = by('APPROVED')
  const changesRequestedBy = by('CHANGES_REQUESTED')

  return {
    state:
      changesRequestedBy.length > 0
        ? 'changes_requested'
        : approvedBy.length > 0
          ? 'approved'
          : 'waiting',
    approvedBy,
    changesRequestedBy,
    isWhole,
  }
}
