import { Hono } from 'hono'
import { isVisible, reachOf } from '#github/access/reach.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { missingField, Refusal, validationFailed } from '#github/api/errors.ts'
import { pageOf } from '#github/api/paging.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { renderRepositories } from '#github/shapes/render-repository.ts'
import { accountsIn, matchesQuery, readQuery } from './search-query.ts'
import { sorted } from './sorted-repositories.ts'

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
    const size = Number(c.req.query('per_page') ?? 30)
    if (Number(c.req.query('page') ?? 1) * Math.min(size, 100) > MOST_RESULTS) {
      throw new Refusal(422, 'Only the first 1000 search results are available')
    }

    const ordered = (c.req.query('order') ?? 'desc') === 'asc' ? 'asc' : 'desc'
    const all = sorted(needs, c, found)
    const page = pageOf(c, (ordered === 'asc' ? all.toReversed() : all).slice(0, MOST_RESULTS))
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
