import type { GithubNeeds } from '#github/memory/needs.ts'
import { EMAIL_STATES } from '#github/people/new-person.ts'
import type { Policies } from '#github/people/organisation.ts'
import type { People } from '#github/people/people.ts'
import { fieldsOf, InvalidInput } from '#runtime/fields.ts'
import { seedIssues } from './seed-issues.ts'
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

/** `{"login":"acme","name":"Acme","owners":["mia-torres"],"members":["jonas-weber"],"forbidsDeletion":true}` */
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
    ...readPolicies(input),
  })
}

const POLICIES = [
  'forbidsDeletion',
  'forbidsCreation',
  'requiresSso',
  'restrictsOauthApps',
] as const satisfies (keyof Policies)[]

export const readPolicies = (input: Fields): Policies =>
  Object.fromEntries(
    POLICIES.filter((name) => input.has(name)).map((name) => [name, input.flag(name)]),
  )

/** `{"login":"ada","name":"Ada","email":"ada@example.test","emailState":"hidden"}` */
async function seedPerson(people: People, input: Fields): Promise<void> {
  await people.add({
    login: input.text('login'),
    name: input.text('name', ''),
    email: input.text('email', ''),
    emailState: input.oneOf('emailState', EMAIL_STATES) ?? 'verified',
  })
}
