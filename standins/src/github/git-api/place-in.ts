import type { Opened } from '#github/access/open-repository.ts'
import type { GithubNeeds } from '#github/needs.ts'
import { addressesOf } from '#github/shapes/addresses.ts'
import { type Place, placeOf } from '#github/shapes/commit-shapes.ts'

export const placeIn = (
  needs: GithubNeeds,
  { owner, repository }: Pick<Opened, 'owner' | 'repository'>,
): Place => placeOf(addressesOf(needs), `${owner.login}/${repository.name}`)
