import type { components } from '@octokit/openapi-types'
import type { CheckRun, CommitStatus } from '#github/memory/checks.ts'
import type { RepositoryUrls } from './addresses.ts'
import { nodeId } from './repository-shapes.ts'
import { githubTime } from './user-shapes.ts'

export function checkRunShape(urls: RepositoryUrls, run: CheckRun) {
  const { id, sha, name, status, conclusion, at } = run
  const url = `${urls.api}/check-runs/${id}`
  const isDone = status === 'completed'

  return {
    id,
    node_id: nodeId('CR_', id),
    name,
    head_sha: sha,
    external_id: '',
    url,
    html_url: `${urls.web}/runs/${id}`,
    details_url: `${urls.web}/runs/${id}`,
    status,
    conclusion: isDone ? conclusion : null,
    started_at: status === 'queued' ? null : githubTime(at),
    completed_at: isDone ? githubTime(at) : null,
    output: {
      title: null,
      summary: null,
      text: null,
      annotations_count: 0,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id },
    app: null,
    pull_requests: [],
  } satisfies components['schemas']['check-run']
}

export const commitStatusShape = (urls: RepositoryUrls, status: CommitStatus) =>
  ({
    id: status.id,
    node_id: nodeId('SC_', status.id),
    url: `${urls.api}/statuses/${status.sha}`,
    avatar_url: null,
    state: status.state,
    description: null,
    target_url: null,
    context: status.context,
    created_at: githubTime(status.at),
    updated_at: githubTime(status.at),
  }) satisfies components['schemas']['simple-commit-status']

/** Failed if one did, pending while one is or none came, else successful. */
export function combinedState(statuses: readonly CommitStatus[]): string {
  const has = (...states: string[]) => statuses.some(({ state }) => states.includes(state))
  if (has('failure', 'error')) return 'failure'

  return has('pending') || statuses.length === 0 ? 'pending' : 'success'
}
