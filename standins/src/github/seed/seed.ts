import type { GithubNeeds } from '#github/memory/needs.ts'
import { EMAIL_STATES } from '#github/people/new-person.ts'
import type { People } from '#github/people/people.ts'
import { fieldsOf, Misunderstood } from '#runtime/fields.ts'
import { seedMany, seedRepository } from './seed-repositories.ts'

type Fields = ReturnType<typeof fieldsOf>

/** What is missing on the demonstration's GitHub: lists of people, organisations and repositories, in this order. */
export async function seedGithub(needs: GithubNeeds, wish: unknown): Promise<void> {
  const wishes = fieldsOf(wish)
  const verbs: Record<string, (one: Fields) => Promise<void>> = {
    people: (one) => seedPerson(needs.memory.people, one),
    organisations: (one) => seedOrganisation(needs, one),
    repositories: (one) => seedRepository(needs, one),
    manyRepositories: (one) => seedMany(needs, one),
  }
  const named = Object.keys(verbs).filter((name) => wishes.has(name))
  if (named.length === 0) throw new Misunderstood('"people" must be a list.')

  for (const name of named) {
    const list = wishes.value(name)
    if (!Array.isArray(list)) throw new Misunderstood(`"${name}" must be a list.`)
    for (const one of list.map(fieldsOf)) await verbs[name]?.(one)
  }
}

/** `{"login":"acme","name":"Acme","owners":["mia-torres"],"members":["jonas-weber"]}` */
async function seedOrganisation({ memory: { people } }: GithubNeeds, wish: Fields): Promise<void> {
  const memberships = (field: string, role: 'admin' | 'member') =>
    (wish.has(field) ? wish.texts(field) : []).map((login) => {
      const person = people.byLogin(login)
      if (!person) throw new Misunderstood(`Nobody is called “${login}”.`)
      return { personId: person.id, role }
    })

  await people.found({
    login: wish.text('login'),
    name: wish.text('name', '') || null,
    members: [...memberships('owners', 'admin'), ...memberships('members', 'member')],
  })
}

/** `{"login":"ada","name":"Ada","email":"ada@example.test","emailState":"hidden"}` */
async function seedPerson(people: People, wish: Fields): Promise<void> {
  await people.add({
    login: wish.text('login'),
    name: wish.text('name', ''),
    email: wish.text('email', ''),
    emailState: wish.oneOf('emailState', EMAIL_STATES) ?? 'verified',
  })
}
