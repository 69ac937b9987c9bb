import { type Context, Hono } from 'hono'
import { hasMembership, isVisible, reachOf, roleOf } from '#github/access/reach.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { requireUser } from '#github/api/caller.ts'
import { missingField, validationFailed } from '#github/api/errors.ts'
import { pageOf } from '#github/api/read-body.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { renderRepositories } from '#github/shapes/repository-shapes.ts'

export function listRoutes(needs: GithubNeeds) {
  const { repositories } = needs.memory

  return new Hono<ApiEnv>().get('/user/repos', (c) => {
    const { person, program } = requireUser(c)
    const reach = reachOf(needs, c)
    // A token with permissions lists only what it was granted; one with scopes all that they allow.
    const hasPermissions = program.kind !== 'classic-token'
    const shown = repositories.all().filter((one) => {
      const { isGrantedToProgram } = reach(one)
      return (
        hasMembership(needs, person, one) &&
        (isGrantedToProgram || (!hasPermissions && !one.isPrivate))
      )
    })
    const page = pageOf(c, sorted(needs, c, shown))
    return c.json(renderRepositories(needs, page, (one) => roleOf(needs, person, one)))
  })
}

/** By name, or with `sort=updated` the newest first. */
function sorted(
  { memory: { people } }: GithubNeeds,
  c: Context<ApiEnv>,
  repositories: readonly Repository[],
): Repository[] {
  const nameOf = ({ ownerId, name }: Repository) =>
    `${people.account(ownerId)?.login}/${name}`.toLowerCase()
  return c.req.query('sort') === 'updated'
    ? repositories.toSorted((a, b) => b.updatedAt - a.updatedAt || b.id - a.id)
    : repositories.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

const MOST_RESULTS = 1000

/** Searches public repositories, and private ones that the token gives access to. */
export const searchRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>().get('/search/repositories', (c) => {
    const query = readQuery(c.req.query('q'))
    if (!query) {
      throw c.req.query('q')
        ? validationFailed({ resource: 'Search', code: 'invalid', field: 'q' })
        : missingField('Search', 'q')
    }
    const accounts = accountsIn(needs, query)
    if (!accounts) throw validationFailed(UNSEARCHABLE)
    const reach = reachOf(needs, c)
    const ids = accounts.map(({ id }) => id)
    const found = needs.memory.repositories
      .all()
      .filter(
        (one) =>
          (ids.length === 0 || ids.includes(one.ownerId)) &&
          matchesQuery(query, one) &&
          isVisible(reach(one), one),
      )
    const page = pageOf(c, sorted(needs, c, found).slice(0, MOST_RESULTS))
    const items = renderRepositories(needs, page, (one) =>
      c.get('caller') ? reach(one).role : null,
    )
    return c.json({
      total_count: found.length,
      incomplete_results: false,
      items: items.map((one) => ({ ...one, score: 1 })),
    })
  })

const UNSEARCHABLE = {
  resource: 'Search',
  field: 'q',
  code: 'invalid',
  message:
    'The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.',
}

type Query = {
  words: string[]
  /** Accounts in `user:` and `org:`; other qualifiers are not played. */
  logins: string[]
}

const MAX_CHARACTERS = 256
const QUALIFIER = /^([a-z]+):(.+)$/i

/** undefined: nothing to look for, or too much of it. */
function readQuery(text = ''): Query | undefined {
  const parts = text.split(/\s+/).filter(Boolean)
  if (parts.length === 0 || text.length > MAX_CHARACTERS) return undefined

  return {
    words: parts.filter((part) => !QUALIFIER.test(part)).map((part) => part.toLowerCase()),
    logins: parts.flatMap((part) => /^(?:user|org):(.+)$/.exec(part)?.[1] ?? []),
  }
}

/** Matches words; accounts are filtered before. */
const matchesQuery = ({ words }: Query, { name, description }: Repository): boolean =>
  words.every((word) => `${name} ${description ?? ''}`.toLowerCase().includes(word))

/** The requested accounts; undefined if one of them does not exist. */
function accountsIn({ memory: { people } }: GithubNeeds, { logins }: Query) {
  const found = logins.map((login) => people.accountOf(login))
  const known = found.flatMap((one) => one ?? [])

  return known.length === found.length ? known : undefined
}
