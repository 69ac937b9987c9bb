import { Refusal } from '#github/api/errors.ts'
import type { BranchRule, Repository } from '#github/repositories/repository.ts'
import { matchesCall } from '#runtime/faults.ts'

/** A move of a branch; null: it did not exist before, or is deleted. */
type Move = { ref: string; before: string | null; after: string | null }

const BRANCHES = 'refs/heads/'

/** The rules that a branch has to obey. */
export const rulesOf = ({ rules = [] }: Repository, branch: string): BranchRule[] =>
  rules.filter((rule) => matchesCall({ method: '*', path: rule.branch }, '', branch))

/** Throws GitHub's refusal; files by path answer 409 where refs answer 422. */
export function mustObeyRules(repository: Repository, move: Move, status: 409 | 422): void {
  const broken = brokenRule(repository, move)
  if (!broken) return
  const sentence = sentenceOf(broken, move)
  if (!broken.isClassic) {
    throw new Refusal(status, `Repository rule violations found\n\n${sentence}\n\n`)
  }
  throw new Refusal(422, sentence)
}

/** The rule that a `git push` breaks, in GitHub's words. */
export function violationOf(repository: Repository, move: Move) {
  const broken = brokenRule(repository, move)

  return broken && { isClassic: broken.isClassic, sentence: sentenceOf(broken, move) }
}

const SENTENCES = {
  'pull-request': 'Changes must be made through a pull request.',
  signatures: 'Commits must have verified signatures.',
}

function sentenceOf({ kind }: BranchRule, { after }: Move): string {
  return after === null ? 'Cannot delete this branch' : SENTENCES[kind]
}

/** Nothing here is signed. Other rules let a new branch be created. */
function brokenRule(repository: Repository, { ref, before }: Move): BranchRule | undefined {
  if (!ref.startsWith(BRANCHES)) return undefined
  const rules = rulesOf(repository, ref.slice(BRANCHES.length))

  return rules.find(({ kind }) => kind === 'signatures' || before !== null)
}
