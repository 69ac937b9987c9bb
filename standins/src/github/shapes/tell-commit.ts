import type { Opened } from '#github/access/open-repository.ts'
import type { NamedCommit } from '#github/git/history.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Person } from '#github/people/person.ts'
import { addressesOf } from './addresses.ts'
import { commitShape } from './commit-shapes.ts'
import { placeIn } from './place-in.ts'

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
