import { Refusal } from '#github/api/errors.ts'
import type { BranchRule, Repository } from '#github/repositories/repository.ts'
import { matchesCall } from '#runtime/faults.ts'

/** A move of a branch; null: it did not exist before, or is deleted. */
type Move = { ref: string; before: string | null; after: string | null }

const BRANCHES = 'refs/heads/'
const PROTECTED_DOCS = 'https://docs.github.com/articles/about-protected-branches'

/** The rules that a branch has to obey. */
export const rulesOf = ({ rules = [] }: Repository, branch: string): BranchRule[] =>
  rules.filter((rule) => matchesCall({ method: '*', path: rule.branch }, '', branch))

/** Throws GitHub's refusal; files by path answer 409 where refs answer 422. */
export function mustObeyRules(repository: Repository, move: Move, status: 409 | 422): void {
  const broken = brokenRule(repository, move)
  if (!broken) return
  if (broken.kind === 'restricted') {
    const words = "You're not authorized to push to this branch."
    throw new Refusal(403, `${words} Visit ${PROTECTED_DOCS}/ for more information.`)
  }
  const sentence = move.after === null ? 'Cannot delete this branch' : SENTENCES[broken.kind]
  if (broken.isClassic) throw new Refusal(422, sentence)
  throw new Refusal(status, `Repository rule violations found\n\n${sentence}\n\n`)
}

/** Git's reason for `ng`, if the push breaks a rule. */
export function refusedByRule(repository: Repository, move: Move): string | null {
  const broken = brokenRule(repository, move)
  if (!broken) return null

  return broken.isClassic
    ? 'protected branch hook declined'
    : 'push declined due to repository rule violations'
}

const SENTENCES = {
  'pull-request': 'Changes must be made through a pull request.',
  signatures: 'Commits must have verified signatures.',
}

/** Nothing here is signed. Other rules let a new branch be created. */
function brokenRule(repository: Repository, { ref, before }: Move): BranchRule | undefined {
  if (!ref.startsWith(BRANCHES)) return undefined
  const rules = rulesOf(repository, ref.slice(BRANCHES.length))

  return rules.find(({ kind }) => kind === 'signatures' || before !== null)
}
