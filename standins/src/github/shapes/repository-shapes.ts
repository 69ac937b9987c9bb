import type { components } from '@octokit/openapi-types'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { Account } from '#github/people/person.ts'
import type { Repository, Role } from '#github/repositories/repository.ts'
import { addressesOf, githubTime, simpleUser } from './account-shapes.ts'

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

/** Repositories in list form; `roleFor` gives the caller's role, null for an anonymous one. */
export const renderRepositories = (
  needs: GithubNeeds,
  repositories: readonly Repository[],
  roleFor: (repository: Repository) => Role | null,
) => repositories.flatMap((one) => repositoryShape(needs, one, roleFor(one)) ?? [])

/** A single repository. */
export function renderRepository(needs: GithubNeeds, repository: Repository, role: Role | null) {
  const listed = repositoryShape(needs, repository, role)

  return (
    listed &&
    ({
      ...listed,
      network_count: 0,
      subscribers_count: 0,
      ...(role === 'admin' && {
        allow_rebase_merge: false,
        allow_squash_merge: true,
        allow_merge_commit: true,
        allow_auto_merge: false,
        delete_branch_on_merge: false,
      }),
    } satisfies components['schemas']['full-repository'])
  )
}

function repositoryShape(needs: GithubNeeds, repository: Repository, role: Role | null) {
  const addresses = addressesOf(needs)
  const owner = needs.memory.people.account(repository.ownerId)
  if (!owner) return undefined
  const brief = briefRepository(owner, repository)
  const html = `${addresses.web}/${brief.full_name}`
  const issues = needs.memory.issues.of(repository.id)
  const openIssues = issues.filter(({ state }) => state === 'open').length

  return {
    ...brief,
    owner: simpleUser(addresses, owner),
    html_url: html,
    description: repository.description,
    fork: false,
    ...linksBelow(`${addresses.api}/repos/${brief.full_name}`),
    git_url: html.replace(/^http/, 'git').concat('.git'),
    ssh_url: `git@${new URL(html).hostname}:${brief.full_name}.git`,
    clone_url: `${html}.git`,
    svn_url: html,
    mirror_url: null,
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
    ...(role && { permissions: permissionsOf(role) }),
  } satisfies components['schemas']['repository']
}

/** Created without a commit, and never pushed to. */
const isEmpty = ({ story, createdAt, pushedAt }: Repository) =>
  story.length === 0 && pushedAt === createdAt

const permissionsOf = (role: Role) => ({
  admin: role === 'admin',
  maintain: role === 'admin',
  push: role !== 'read',
  triage: role !== 'read',
  pull: true,
})

/** Addresses below a repository: `branches{/branch}` is the template of `branches_url`. */
const BELOW = `
  assignees{/user} branches{/branch} collaborators{/collaborator} comments{/number} commits{/sha}
  compare/{base}...{head} contents/{+path} contributors deployments downloads events forks hooks
  issues{/number} keys{/key_id} labels{/name} languages merges milestones{/number}
  notifications{?since,all,participating} pulls{/number} releases{/id} stargazers statuses/{sha}
  subscribers subscription tags teams`
  .trim()
  .split(/\s+/)

type Links = components['schemas']['repository']
type LinkName = Extract<keyof Links, `${string}_url`>

const linksBelow = (url: string) => ({
  ...(Object.fromEntries(
    BELOW.map((template) => [`${/^\w+/.exec(template)}_url`, `${url}/${template}`]),
  ) as Record<Exclude<LinkName, 'html_url' | 'mirror_url' | 'temp_clone_url'>, string>),
  url,
  archive_url: `${url}/{archive_format}{/ref}`,
  blobs_url: `${url}/git/blobs{/sha}`,
  git_commits_url: `${url}/git/commits{/sha}`,
  git_refs_url: `${url}/git/refs{/sha}`,
  git_tags_url: `${url}/git/tags{/sha}`,
  issue_comment_url: `${url}/issues/comments{/number}`,
  issue_events_url: `${url}/issues/events{/number}`,
  trees_url: `${url}/git/trees{/sha}`,
})
