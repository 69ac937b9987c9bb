import type { Opened } from '#github/access/open-repository.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { addressesOf } from './addresses.ts'
import { type Place, placeOf } from './commit-shapes.ts'

export const placeIn = (
  needs: GithubNeeds,
  { owner, repository }: Pick<Opened, 'owner' | 'repository'>,
): Place => placeOf(addressesOf(needs), `${owner.login}/${repository.name}`)
