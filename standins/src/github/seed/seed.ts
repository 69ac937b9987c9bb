import { fieldsOf, Misunderstood } from '#frame/fields.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { seedOrganisation } from './seed-organisation.ts'
import { seedPerson } from './seed-person.ts'
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
