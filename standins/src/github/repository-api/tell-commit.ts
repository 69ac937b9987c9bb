import type { Opened } from '#github/access/open-repository.ts'
import type { NamedCommit } from '#github/git/history.ts'
import { placeIn } from '#github/git-api/place-in.ts'
import type { GithubNeeds } from '#github/needs.ts'
import type { Person } from '#github/people/person.ts'
import { addressesOf } from '#github/shapes/addresses.ts'
import { commitShape } from '#github/shapes/commit-shapes.ts'

/** A commit with the accounts behind its addresses; an address that belongs to nobody stays without. */
export const tellCommit = (
  needs: GithubNeeds,
  opened: Pick<Opened, 'owner' | 'repository'>,
  commit: NamedCommit,
) =>
  commitShape(addressesOf(needs), placeIn(needs, opened), commit, {
    author: personWith(needs, commit.author.email),
    committer: personWith(needs, commit.committer.email),
  })

export const personWith = (
  { memory: { people } }: GithubNeeds,
  address: string,
): Person | undefined =>
  people.all().find(({ emails }) => emails.some(({ email }) => email === address))
