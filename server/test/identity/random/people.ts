import type { Actor, Person } from './facts.ts'
import type { IdentityRow } from './snapshot.ts'
import { everyone, type World } from './world.ts'

/** How an identity is told apart, in the tester's memory and in the tables. */
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
