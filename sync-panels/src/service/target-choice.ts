import type { PullRequestDraft } from '@app/sync/pull-request-text'
import type { Target } from '@app/sync/target'

/** The target of a push, as chosen by the member. */
export type TargetChoice = {
  target: Target
  /** Set for a repository that must be created. */
  newRepository?: { ownerKind: 'member' | 'organisation' }
  /** Set for a branch that must be created. */
  from?: { branch: string } | { commit: string }
  /** The branch of the project's last sync, if different. */
  syncedWith?: Target
  /** The pull request to open after pushing the new branch. */
  pullRequest?: PullRequestDraft
}

/** Only automatic pushes go there. */
export const OWN_BRANCH = 'gitferry/auto'

export const repoOf = ({ owner, name }: Pick<Target, 'owner' | 'name'>): string =>
  `${owner}/${name}`

/** "Tide planner" → `tide-planner`: a name that GitHub accepts. */
export function repositoryNameFor(projectName: string): string {
  const plain = projectName.normalize('NFD').replace(/\p{Mark}/gu, '')
  const name = plain
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$|\.git$/g, '')
    .slice(0, 100)

  return name || 'project'
}
