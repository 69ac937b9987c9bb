import type { components } from '@octokit/openapi-types'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { Account } from '#github/people/person.ts'
import type { Repository, Role } from '#github/repositories/repository.ts'
import { type Addresses, addressesOf } from './addresses.ts'
import { githubTime, simpleUser } from './user-shapes.ts'

export const nodeId = (kind: string, id: number | string) =>
  Buffer.from(`${kind}${id}`).toString('base64')

/** The short form of a repository in webhooks. */
export const briefRepository = (owner: Account, { id, name, isPrivate }: Repository) => ({
  id,
  node_id: nodeId('R_', id),
  name,
  full_name: `${owner.login}/${name}`,
  private: isPrivate,
})

type Facts = {
  repository: Repository
  owner: Account
  /** The caller's role; null: anonymous. */
  role: Role | null
  openIssues: number
}

/** A repository in a list. */
function repositoryShape(addresses: Addresses, { repository, owner, role, openIssues }: Facts) {
  const brief = briefRepository(owner, repository)
  const html = `${addresses.web}/${brief.full_name}`

  return {
    ...brief,
    owner: simpleUser(addresses, owner),
    html_url: html,
    description: repository.description,
    fork: false,
    ...linksOf(`${addresses.api}/repos/${brief.full_name}`),
    ...transportsOf(html, addresses),
    homepage: null,
    language: repository.language,
    forks_count: 0,
    forks: 0,
    stargazers_count: 0,
    watchers_count: 0,
    watchers: 0,
    size: isEmpty(repository) ? 0 : 1,
    default_branch: repository.defaultBranch,
    open_issues_count: openIssues,
    open_issues: openIssues,
    is_template: false,
    topics: [],
    has_issues: repository.hasIssues,
    has_projects: true,
    has_wiki: false,
    has_pages: false,
    has_downloads: true,
    has_discussions: false,
    archived: repository.isArchived,
    disabled: false,
    visibility: repository.isPrivate ? 'private' : 'public',
    pushed_at: githubTime(repository.pushedAt),
    created_at: githubTime(repository.createdAt),
    updated_at: githubTime(repository.updatedAt),
    license: null,
    allow_forking: true,
    web_commit_signoff_required: false,
    ...(role && { permissions: permissionsOf(role) }),
  } satisfies components['schemas']['repository']
}

/** Created without a commit, and never pushed to. */
const isEmpty = ({ story, createdAt, pushedAt }: Repository) =>
  story.length === 0 && pushedAt === createdAt

/** A single repository. */
const fullRepository = (addresses: Addresses, facts: Facts) =>
  ({
    ...repositoryShape(addresses, facts),
    network_count: 0,
    subscribers_count: 0,
    ...(facts.role === 'admin' && {
      allow_rebase_merge: false,
      allow_squash_merge: true,
      allow_merge_commit: true,
      allow_auto_merge: false,
      delete_branch_on_merge: false,
    }),
  }) satisfies components['schemas']['full-repository']

const permissionsOf = (role: Role) => ({
  admin: role === 'admin',
  maintain: role === 'admin',
  push: role !== 'read',
  triage: role !== 'read',
  pull: true,
})

const transportsOf = (html: string, { web }: Addresses) => ({
  git_url: html.replace(/^http/, 'git').concat('.git'),
  ssh_url: `git@${new URL(web).hostname}:${new URL(html).pathname.slice(1)}.git`,
  clone_url: `${html}.git`,
  svn_url: html,
  mirror_url: null,
})

const linksOf = (url: string) => ({
  url,
  archive_url: `${url}/{archive_format}{/ref}`,
  assignees_url: `${url}/assignees{/user}`,
  blobs_url: `${url}/git/blobs{/sha}`,
  branches_url: `${url}/branches{/branch}`,
  collaborators_url: `${url}/collaborators{/collaborator}`,
  comments_url: `${url}/comments{/number}`,
  commits_url: `${url}/commits{/sha}`,
  compare_url: `${url}/compare/{base}...{head}`,
  contents_url: `${url}/contents/{+path}`,
  contributors_url: `${url}/contributors`,
  deployments_url: `${url}/deployments`,
  downloads_url: `${url}/downloads`,
  events_url: `${url}/events`,
  forks_url: `${url}/forks`,
  git_commits_url: `${url}/git/commits{/sha}`,
  git_refs_url: `${url}/git/refs{/sha}`,
  git_tags_url: `${url}/git/tags{/sha}`,
  hooks_url: `${url}/hooks`,
  issue_comment_url: `${url}/issues/comments{/number}`,
  issue_events_url: `${url}/issues/events{/number}`,
  issues_url: `${url}/issues{/number}`,
  keys_url: `${url}/keys{/key_id}`,
  labels_url: `${url}/labels{/name}`,
  languages_url: `${url}/languages`,
  merges_url: `${url}/merges`,
  milestones_url: `${url}/milestones{/number}`,
  notifications_url: `${url}/notifications{?since,all,participating}`,
  pulls_url: `${url}/pulls{/number}`,
  releases_url: `${url}/releases{/id}`,
  stargazers_url: `${url}/stargazers`,
  statuses_url: `${url}/statuses/{sha}`,
  subscribers_url: `${url}/subscribers`,
  subscription_url: `${url}/subscription`,
  tags_url: `${url}/tags`,
  teams_url: `${url}/teams`,
  trees_url: `${url}/git/trees{/sha}`,
})

/** Repositories in list form; `roleFor` gives the caller's role. */
export const renderRepositories = (
  needs: GithubNeeds,
  repositories: readonly Repository[],
  roleFor: (repository: Repository) => Role | null,
) =>
  repositories.flatMap((repository) => {
    const facts = factsOf(needs, repository, roleFor(repository))
    return facts ? [repositoryShape(addressesOf(needs), facts)] : []
  })

export function renderRepository(needs: GithubNeeds, repository: Repository, role: Role | null) {
  const facts = factsOf(needs, repository, role)

  return facts && fullRepository(addressesOf(needs), facts)
}

function factsOf({ memory }: GithubNeeds, repository: Repository, role: Role | null) {
  const owner = memory.people.account(repository.ownerId)

  const openIssues = memory.issues.of(repository.id).filter(({ state }) => state === 'open').length

  return owner && { repository, owner, role, openIssues }
}
