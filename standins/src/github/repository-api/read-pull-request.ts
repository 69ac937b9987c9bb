import type { Opened } from '#github/access/open-repository.ts'
import { missingField, Refusal, validationFailed } from '#github/api/errors.ts'
import { historyOf } from '#github/git/history.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'

type Body = Readonly<Record<string, unknown>>

/** The branches of a new pull request; throws GitHub's reasons why it cannot be opened. */
export function readBranches({ memory }: GithubNeeds, opened: Opened, body: Body) {
  const { git, owner, repository } = opened
  const head = branchOf(opened, 'head', body.head)
  const base = branchOf(opened, 'base', body.base)
  const known = new Set(historyOf(git, base.sha).map(({ sha }) => sha))
  if (known.has(head.sha)) throw custom(`No commits between ${base.name} and ${head.name}`)
  const isOpen = memory.pullRequests
    .of(repository.id)
    .filter((one) => one.head === head.name && one.base === base.name)
    .some(
      ({ number }) =>
        memory.issues.of(repository.id).find((one) => one.number === number)?.state === 'open',
    )
  if (isOpen) throw custom(`A pull request already exists for ${owner.login}:${head.name}.`)

  if (body.draft === true && repository.takesDrafts === false) {
    throw new Refusal(422, 'Draft pull requests are not supported in this repository.')
  }

  return { head: head.name, base: base.name, headSha: head.sha }
}

/** `branch`, or `owner:branch`. Forks are not played, so the owner can only be the repository's. */
export function branchOf({ git, owner }: Opened, field: 'head' | 'base', input: unknown) {
  if (typeof input !== 'string' || input === '') throw missingField('PullRequest', field)
  const [, login, name = ''] = /^(?:([^:]+):)?(.*)$/s.exec(input) ?? []
  const isHere = login === undefined || login.toLowerCase() === owner.login.toLowerCase()
  const sha = isHere ? git.refs.get(`refs/heads/${name}`) : undefined
  if (sha === undefined) throw validationFailed({ resource: 'PullRequest', field, code: 'invalid' })

  return { name, sha }
}

const custom = (message: string) =>
  new Refusal(422, 'Validation Failed', [{ resource: 'PullRequest', code: 'custom', message }])
