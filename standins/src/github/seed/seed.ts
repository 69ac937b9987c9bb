import type { GithubNeeds } from '#github/memory/memory.ts'
import type { People } from '#github/people/people.ts'
import { EMAIL_STATES } from '#github/people/person.ts'
import { fieldsOf, InvalidInput } from '#runtime/fields.ts'
import { seedMany, seedRepository } from './seed-repositories.ts'

type Fields = ReturnType<typeof fieldsOf>

/** Adds lists of people, organisations, repositories and issues, in this order. */
export async function seedGithub(needs: GithubNeeds, input: unknown): Promise<void> {
  const inputs = fieldsOf(input)
  const verbs: Record<string, (one: Fields) => Promise<void>> = {
    people: (one) => seedPerson(needs.memory.people, one),
    organisations: (one) => seedOrganisation(needs, one),
    repositories: (one) => seedRepository(needs, one),
    manyRepositories: (one) => seedMany(needs, one),
    issues: (one) => seedIssues(needs, one),
  }
  const named = Object.keys(verbs).filter((name) => inputs.has(name))
  if (named.length === 0) throw new InvalidInput('"people" must be a list.')

  for (const name of named) {
    const list = inputs.value(name)
    if (!Array.isArray(list)) throw new InvalidInput(`"${name}" must be a list.`)
    for (const one of list.map(fieldsOf)) await verbs[name]?.(one)
  }
}

/** `{"login":"acme","name":"Acme","owners":["mia-torres"],"members":["jonas-weber"],"requiresSso":true}` */
async function seedOrganisation({ memory: { people } }: GithubNeeds, input: Fields): Promise<void> {
  const memberships = (field: string, role: 'admin' | 'member') =>
    (input.has(field) ? input.texts(field) : []).map((login) => {
      const person = people.byLogin(login)
      if (!person) throw new InvalidInput(`Nobody is called “${login}”.`)
      return { personId: person.id, role }
    })

  await people.addOrganisation({
    login: input.text('login'),
    name: input.text('name', '') || null,
    members: [...memberships('owners', 'admin'), ...memberships('members', 'member')],
    requiresSso: input.flag('requiresSso'),
  })
}

/** `{"login":"ada","name":"Ada","email":"ada@example.test","emailState":"hidden"}` */
async function seedPerson(people: People, input: Fields): Promise<void> {
  await people.add({
    login: input.text('login'),
    name: input.text('name', ''),
    email: input.text('email', ''),
    emailState: input.oneOf('emailState', EMAIL_STATES) ?? 'verified',
  })
}

/**
 * `{"owner":"mia-torres","repository":"soup","title":"Too salty","author":"jonas-weber","state":"closed","labels":["bug"],
 * "pullRequest":true,"count":40}`
 */
async function seedIssues({ memory, clock }: GithubNeeds, input: Fields): Promise<void> {
  const owner = memory.people.accountOf(input.text('owner'))
  const repository = owner && memory.repositories.named(owner.id, input.text('repository'))
  if (!repository) throw new InvalidInput('No such repository.')
  const author = memory.people.byLogin(input.text('author', owner.login))
  const labels = input.has('labels') ? input.texts('labels') : []
  const state = input.oneOf('state', ['open', 'closed']) ?? 'open'
  const count = input.integer('count', 1)
  const title = input.text('title')
  const now = clock.now()

  await memory.labels.ensure(repository.id, labels)
  for (let i = 1; i <= count; i++) {
    await memory.issues.add({
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
