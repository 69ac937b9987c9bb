import type { Actor, Person } from './facts.ts'
import type { IdentityRow } from './snapshot.ts'
import { everyone, type World } from './world.ts'

/** The key of an identity, in the model and in the tables. */
export const keyOf = ({ provider, name }: Pick<Person, 'provider' | 'name'>) =>
  `${provider} ${name}`

export function personOf(world: World, row: IdentityRow): { person: Person; actor: Actor } | null {
  for (const actor of everyone(world)) {
    const person = actor.people.find(
      ({ provider, name }) => provider === row.provider && name === row.name,
    )
    if (person) return { person, actor }
  }
  return null
}
