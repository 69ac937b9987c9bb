import type { GithubNeeds } from '#github/memory/memory.ts'
import { demoCommits } from '#github/repositories/demo-commits.ts'
import type { InitialCommit, NewRepository } from '#github/repositories/repository.ts'
import { fieldsOf, InvalidInput } from '#runtime/fields.ts'
import { readFiles } from './read-files.ts'

type Fields = ReturnType<typeof fieldsOf>

const MOST = 20_000
const HOUR_MS = 60 * 60 * 1000

/**
 * `{"owner":"mia-torres","name":"soup","private":true,"description":"…","collaborators":["jonas-weber"],
 * "commits":[{"message":"First","author":"mia-torres","hoursAgo":3,"branch":"main","files":{"README.md":"# Soup"}}]}`,
 * besides `archived`, `defaultBranch`; without commits it is empty.
 */
export async function seedRepository(needs: GithubNeeds, input: Fields): Promise<void> {
  const { people, repositories } = needs.memory
  const ownerId = accountId(needs, input.text('owner'))
  const name = input.text('name')
  if (repositories.named(ownerId, name)) throw new InvalidInput(`“${name}” is already there.`)
  const commits = input.value('commits') ?? []
  if (!Array.isArray(commits)) throw new InvalidInput('"commits" must be a list.')
  const invited = input.has('collaborators') ? input.texts('collaborators') : []

  await repositories.add([
    {
      ownerId,
      name,
      isPrivate: input.flag('private'),
      isArchived: input.flag('archived'),
      defaultBranch: input.text('defaultBranch', 'main'),
      description: input.text('description', '') || null,
      collaborators: invited.map((login) => ({
        personId: people.byLogin(login)?.id ?? 0,
        role: 'write',
      })),
      story: commits.map((one) => initialCommit(needs, ownerId, fieldsOf(one))),
    },
  ])
}

function initialCommit(needs: GithubNeeds, ownerId: number, input: Fields): InitialCommit {
  const files = input.value('files') ?? { 'README.md': input.text('message') }

  return {
    message: input.text('message'),
    authorId: input.has('author') ? accountId(needs, input.text('author')) : ownerId,
    at: needs.clock.now() - input.integer('hoursAgo', 0) * HOUR_MS,
    files: readFiles(files),
    ...(input.has('branch') && { branch: input.text('branch') }),
  }
}

/** `{"owner":"mia-torres","count":1000,"prefix":"project"}`: every third is private, each has one commit, an hour apart. */
export async function seedMany(needs: GithubNeeds, input: Fields): Promise<void> {
  const count = input.integer('count')
  if (count < 1 || count > MOST) throw new InvalidInput(`"count" must be between 1 and ${MOST}.`)
  const ownerId = accountId(needs, input.text('owner'))
  const prefix = input.text('prefix', 'project')
  const now = needs.clock.now()

  await needs.memory.repositories.add(
    Array.from({ length: count }, (_, i): NewRepository => {
      const title = `${prefix}-${String(i + 1).padStart(String(count).length, '0')}`
      const at = now - (i + 1) * HOUR_MS
      const outline = { title, about: '', authorIds: [ownerId], from: at, to: at, commits: 1 }
      return { ownerId, name: title, isPrivate: i % 3 === 0, story: demoCommits(outline) }
    }),
  )
}

function accountId({ memory: { people } }: GithubNeeds, login: string): number {
  const account = people.accountOf(login)
  if (!account) throw new InvalidInput(`Nobody is called “${login}”.`)

  return account.id
}
