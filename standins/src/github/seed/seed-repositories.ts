import type { GithubNeeds } from '#github/memory/needs.ts'
import { demoStory } from '#github/repositories/demo-commits.ts'
import type { Chapter, NewRepository } from '#github/repositories/repository.ts'
import { fieldsOf, Misunderstood } from '#runtime/fields.ts'

type Fields = ReturnType<typeof fieldsOf>

const MOST = 20_000
const HOUR_MS = 60 * 60 * 1000

/**
 * `{"owner":"mia-torres","name":"soup","private":true,"description":"…","collaborators":["jonas-weber"],
 * "commits":[{"message":"First","author":"mia-torres","hoursAgo":3,"files":{"README.md":"# Soup"}}]}`;
 * without commits it is empty.
 */
export async function seedRepository(needs: GithubNeeds, wish: Fields): Promise<void> {
  const { people, repositories } = needs.memory
  const ownerId = accountId(needs, wish.text('owner'))
  const name = wish.text('name')
  if (repositories.named(ownerId, name)) throw new Misunderstood(`“${name}” is already there.`)
  const commits = wish.value('commits') ?? []
  if (!Array.isArray(commits)) throw new Misunderstood('"commits" must be a list.')
  const invited = wish.has('collaborators') ? wish.texts('collaborators') : []

  await repositories.add([
    {
      ownerId,
      name,
      isPrivate: wish.flag('private'),
      description: wish.text('description', '') || null,
      collaborators: invited.map((login) => ({
        personId: people.byLogin(login)?.id ?? 0,
        role: 'write',
      })),
      story: commits.map((one) => chapter(needs, ownerId, fieldsOf(one))),
    },
  ])
}

function chapter(needs: GithubNeeds, ownerId: number, wish: Fields): Chapter {
  const files = wish.value('files') ?? { 'README.md': wish.text('message') }

  return {
    message: wish.text('message'),
    authorId: wish.has('author') ? accountId(needs, wish.text('author')) : ownerId,
    at: needs.clock.now() - wish.integer('hoursAgo', 0) * HOUR_MS,
    files: files as Chapter['files'],
  }
}

/** `{"owner":"mia-torres","count":1000,"prefix":"project"}`: every third is private, each has one commit, an hour apart. */
export async function seedMany(needs: GithubNeeds, wish: Fields): Promise<void> {
  const count = wish.integer('count')
  if (count < 1 || count > MOST) throw new Misunderstood(`"count" must be between 1 and ${MOST}.`)
  const ownerId = accountId(needs, wish.text('owner'))
  const prefix = wish.text('prefix', 'project')
  const now = needs.clock.now()

  await needs.memory.repositories.add(
    Array.from({ length: count }, (_, i): NewRepository => {
      const title = `${prefix}-${String(i + 1).padStart(String(count).length, '0')}`
      const at = now - (i + 1) * HOUR_MS
      const outline = { title, about: '', authors: [ownerId], from: at, to: at, commits: 1 }
      return { ownerId, name: title, isPrivate: i % 3 === 0, story: demoStory(outline) }
    }),
  )
}

function accountId({ memory: { people } }: GithubNeeds, login: string): number {
  const account = people.accountOf(login)
  if (!account) throw new Misunderstood(`Nobody is called “${login}”.`)

  return account.id
}
