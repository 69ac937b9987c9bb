import { createHash } from 'node:crypto'
import type { Issue } from '#github/memory/issues.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { EMAIL_STATES } from '#github/people/person.ts'
import type { InitialCommit, InitialFile, NewRepository } from '#github/repositories/repository.ts'
import { HOUR_MS } from '#runtime/clock.ts'
import { fieldsOf, InvalidInput } from '#runtime/fields.ts'

type Fields = ReturnType<typeof fieldsOf>

/** Adds lists of people, organisations, repositories and issues, in this order. */
export async function seedGithub(needs: GithubNeeds, input: unknown): Promise<void> {
  const inputs = fieldsOf(input)
  const named = Object.entries(VERBS).filter(([name]) => inputs.has(name))
  if (named.length === 0) throw new InvalidInput('"people" must be a list.')

  for (const [name, seed] of named) await seed(needs, inputs.list(name))
}

const oneByOne =
  (seed: (needs: GithubNeeds, input: Fields) => Promise<void>) =>
  async (needs: GithubNeeds, list: Fields[]) => {
    for (const one of list) await seed(needs, one)
  }

const VERBS: Record<string, (needs: GithubNeeds, list: Fields[]) => Promise<void>> = {
  people: oneByOne(seedPerson),
  organisations: oneByOne(seedOrganisation),
  // All at once, because there may be thousands.
  async repositories(needs, list) {
    await needs.memory.repositories.add(list.map((one) => readRepository(needs, one)))
  },
  issues: oneByOne(seedIssues),
}

/** `{"login":"ada","name":"Ada","email":"ada@example.test","emailState":"hidden"}` */
async function seedPerson({ memory }: GithubNeeds, input: Fields): Promise<void> {
  await memory.people.add({
    login: input.text('login'),
    name: input.text('name', ''),
    email: input.text('email', ''),
    emailState: input.oneOf('emailState', EMAIL_STATES) ?? 'verified',
  })
}

/** `{"login":"acme","name":"Acme","owners":["mia-torres"],"requiresSso":true}` */
async function seedOrganisation({ memory: { people } }: GithubNeeds, input: Fields): Promise<void> {
  await people.addOrganisation({
    login: input.text('login'),
    name: input.text('name', '') || null,
    members: input.texts('owners').map((login) => {
      const person = people.byLogin(login)
      if (!person) throw nobody(login)
      return { personId: person.id, role: 'admin' }
    }),
    requiresSso: input.flag('requiresSso'),
  })
}

/**
 * `{"owner":"mia-torres","name":"soup","private":true,"archived":true,"description":"…","collaborators":["jonas-weber"],
 * "commits":[{"message":"First","author":"mia-torres","hoursAgo":3,"branch":"main","files":{"README.md":"# Soup"}}]}`;
 * without commits it is empty.
 */
function readRepository(needs: GithubNeeds, input: Fields): NewRepository {
  const { people, repositories } = needs.memory
  const ownerId = accountId(needs, input.text('owner'))
  const name = input.text('name')
  if (repositories.named(ownerId, name)) throw new InvalidInput(`“${name}” is already there.`)

  return {
    ownerId,
    name,
    isPrivate: input.flag('private'),
    isArchived: input.flag('archived'),
    description: input.text('description', '') || null,
    collaborators: input.texts('collaborators').map((login) => ({
      personId: people.byLogin(login)?.id ?? 0,
      role: 'write',
    })),
    story: input.list('commits').map((one) => initialCommit(needs, ownerId, one)),
  }
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

function accountId({ memory: { people } }: GithubNeeds, login: string): number {
  const account = people.accountOf(login)
  if (!account) throw nobody(login)

  return account.id
}

const nobody = (login: string) => new InvalidInput(`Nobody is called “${login}”.`)

/** `{"owner":"mia-torres","repository":"soup","title":"Too salty","author":"jonas-weber","state":"closed","labels":["bug"],"pullRequest":true,"count":40}` */
async function seedIssues({ memory, clock }: GithubNeeds, input: Fields): Promise<void> {
  const owner = memory.people.accountOf(input.text('owner'))
  const repository = owner && memory.repositories.named(owner.id, input.text('repository'))
  if (!repository) throw new InvalidInput('No such repository.')
  const author = memory.people.byLogin(input.text('author', owner.login))
  const labels = input.texts('labels')
  const state = input.oneOf('state', ['open', 'closed']) ?? 'open'
  const count = input.integer('count', 1)
  const title = input.text('title')
  const now = clock.now()

  await memory.labels.ensure(repository.id, labels)
  for (let i = 1; i <= count; i++) {
    await memory.issues.add<Issue>({
      repositoryId: repository.id,
      title: count === 1 ? title : `${title} ${i}`,
      body: input.text('body', '') || null,
      authorId: author?.id ?? null,
      labels,
      state,
      isPullRequest: input.flag('pullRequest'),
      createdAt: now,
      updatedAt: now,
      closedAt: state === 'closed' ? now : null,
    })
  }
}

/**
 * Files of a commit by path: a text, null to remove it, or `{"base64"}`, `{"text","mode":"100755"}`, `{"link":"target"}`,
 * `{"submodule":"<commit>"}`, `{"lfs":12345}` (a Git LFS pointer to that many bytes).
 */
export function readFiles(input: unknown): Record<string, InitialFile> {
  const fields = fieldsOf(input)

  return Object.fromEntries(
    Object.keys(input as object).map((path) => [path, readFile(path, fields.value(path))]),
  )
}

function readFile(path: string, input: unknown): InitialFile {
  if (input === null || typeof input === 'string') return input
  const file = fieldsOf(input)
  if (file.has('link')) return { mode: '120000', base64: encoded(file.text('link')) }
  if (file.has('submodule')) return { mode: '160000', sha: file.text('submodule') }
  if (file.has('lfs')) return lfsPointer(path, file.integer('lfs'))
  if (!file.has('base64') && !file.has('text')) {
    throw new InvalidInput(
      `"${path}" must be a text, null, or one of: base64, text, link, submodule, lfs.`,
    )
  }

  return {
    mode: file.oneOf('mode', ['100644', '100755']) ?? '100644',
    base64: file.has('base64') ? file.text('base64') : encoded(file.text('text')),
  }
}

/** The text that Git LFS stores in place of a large file. */
function lfsPointer(path: string, size: number): string {
  const oid = createHash('sha256').update(path).digest('hex')

  return `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`
}

const encoded = (text: string) => Buffer.from(text).toString('base64')
