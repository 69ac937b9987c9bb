import type { PullRequestDraft } from '@app/sync/pull-request-text'
import type { Target } from '@app/sync/target'

/** Where a push goes, as a person chose it. */
export type TargetChoice = {
  target: Target
  /** Set for a repository that is still to be made. */
  newRepository?: { ownerKind: 'member' | 'organisation' }
  /** Set for a branch that is still to be made. */
  from?: { branch: string } | { commit: string }
  /** The branch that the project was synced with last, if that is another one. */
  syncedWith?: Target
  /** To be opened once the new branch is pushed. */
  pullRequest?: PullRequestDraft
}

/** Only automatic pushes go there. */
export const OWN_BRANCH = 'gitferry/auto'

export const repoOf = ({ owner, name }: Pick<Target, 'owner' | 'name'>): string =>
  `${owner}/${name}`

/** "Tide planner" → `tide-planner`: what GitHub takes as the name of a repository. */
export function repositoryNameFor(projectName: string): string {
  const plain = projectName.normalize('NFD').replace(/\p{Mark}/gu, '')
  const name = plain
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$|\.git$/g, '')
    .slice(0, 100)

  return name || 'project'
}
