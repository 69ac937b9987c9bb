import type { Place } from '#runtime/place.ts'
import { demoRepositories } from './demo-repositories.ts'
import { type NewRepository, type Repository, repositoryFrom } from './repository.ts'

type State = {
  repositories: Repository[]
  formerNames: { ownerId: number; name: string; id: number }[]
  nextId: number
}

export async function openRepositories(place: Place) {
  const { clock } = place
  const memory = place.open('repositories.json', () => fresh(clock.now()))
  // Saves the demo at the first start, so that its dates stay.
  await memory.change(() => undefined)
  const all = (): readonly Repository[] => memory.state.repositories
  const byId = (id: number) => all().find((one) => one.id === id)

  return {
    all,
    byId,
    named: (ownerId: number, name: string) => all().find(isCalled(ownerId, name)),
    /** The repository that had this name before a rename: GitHub redirects to it. */
    formerly(ownerId: number, name: string) {
      const redirect = memory.state.formerNames.find(isCalled(ownerId, name))
      return redirect && byId(redirect.id)
    },
    add: (wanted: NewRepository[]) =>
      memory.change((state) => {
        const added = wanted.map((one) => repositoryFrom(one, state.nextId++, clock.now()))
        state.formerNames = state.formerNames.filter(
          (old) => !added.some(isCalled(old.ownerId, old.name)),
        )
        state.repositories.push(...added)
        return added
      }),
    /** After a rename or a move to another owner the old name redirects. */
    change: (id: number, changes: Partial<Repository>) =>
      memory.change((state) => {
        const repository = byId(id)
        if (!repository) return
        const { ownerId, name } = repository
        Object.assign(repository, changes)
        const isMoved = repository.name !== name || repository.ownerId !== ownerId
        if (isMoved) state.formerNames.push({ ownerId, name, id })
      }),
    remove: (id: number) =>
      memory.change((state) => {
        state.repositories = state.repositories.filter((one) => one.id !== id)
        state.formerNames = state.formerNames.filter((one) => one.id !== id)
      }),
  }
}

function fresh(now: number): State {
  const repositories = demoRepositories(now)

  return {
    repositories,
    formerNames: [],
    nextId: Math.max(...repositories.map((one) => one.id)) + 1,
  }
}

const isCalled = (ownerId: number, name: string) => (one: { ownerId: number; name: string }) =>
  one.ownerId === ownerId && one.name.toLowerCase() === name.toLowerCase()
