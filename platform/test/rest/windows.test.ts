import { expect, test } from 'vitest'
import { type Reply, useCatalog } from './rest-server.ts'

const { ask, serveWith } = useCatalog()

const EXACT = { prefer: 'count=exact' }

const summary = ({ status, headers, body }: Reply) => [
  status,
  headers.get('content-range'),
  Array.isArray(body) ? body.map(({ id }) => id) : body,
]

test.each([
  ['limit=2', {}, 200, '0-1/*', [1, 2]],
  ['limit=2&offset=1', {}, 200, '1-2/*', [2, 3]],
  ['offset=3', {}, 200, '3-4/*', [4, 5]],
  ['limit=0', {}, 200, '*/*', []],
  ['limit=0&offset=2', {}, 200, '*/*', []],
  ['offset=9', {}, 200, '*/*', []],
  ['limit=lots', {}, 200, '0-4/*', [1, 2, 3, 4, 5]],
  ['', { range: '1-2' }, 200, '1-2/*', [2, 3]],
  ['', { range: '3-' }, 200, '3-4/*', [4, 5]],
  ['', { range: '0-0' }, 200, '0-0/*', [1]],
  ['', { range: 'rows' }, 200, '0-4/*', [1, 2, 3, 4, 5]],
  ['limit=3&offset=1', { range: '2-9' }, 200, '2-3/*', [3, 4]],
  ['', EXACT, 200, '0-4/5', [1, 2, 3, 4, 5]],
  ['limit=2', EXACT, 206, '0-1/5', [1, 2]],
  ['limit=2&offset=3', EXACT, 206, '3-4/5', [4, 5]],
  ['offset=5', EXACT, 206, '*/5', []],
  ['limit=0', EXACT, 206, '*/5', []],
  ['id=eq.99', EXACT, 200, '*/0', []],
  ['minutes=gt.90&limit=1', EXACT, 206, '0-0/3', [1]],
  ['', { range: '0-1', ...EXACT }, 206, '0-1/5', [1, 2]],
])('films?%s with %o', async (query, headers, status, range, ids) => {
  const reply = await ask(`/films?select=id&order=id&${query}`, { headers })

  expect(summary(reply)).toEqual([status, range, ids])
})

test.each([
  ['limit=-1', {}, 'Limit should be greater than or equal to zero.'],
  [
    '',
    { range: '5-1' },
    'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
  ],
  ['offset=6', EXACT, 'An offset of 6 was requested, but there are only 5 rows.'],
  ['', { range: '7-9', ...EXACT }, 'An offset of 7 was requested, but there are only 5 rows.'],
])('films?%s with %o cannot be satisfied', async (query, headers, details) => {
  const reply = await ask(`/films?${query}`, { headers })

  expect(reply.status).toBe(416)
  expect(reply.body).toEqual({
    code: 'PGRST103',
    message: 'Requested range not satisfiable',
    details,
    hint: null,
  })
})

test('a Range header is for GET alone', async () => {
  const reply = await ask('/films?select=id', { method: 'HEAD', headers: { range: '0-0' } })

  expect(reply.headers.get('content-range')).toBe('0-4/*')
})

test('the planner may be asked for its guess', async () => {
  const { headers } = await ask('/overestimated', { headers: { prefer: 'count=planned' } })

  expect(headers.get('content-range')).toBe('0-2/2019')
  expect(headers.get('preference-applied')).toBe('count=planned')
})

test.each([
  ['what the planner expects, beyond the limit of rows', 'overestimated', 2, 206, '0-1/2019'],
  ['exact within it', 'overestimated?id=lt.3', 2, 200, '0-1/2'],
  ['what the planner expects, where there is no limit', 'overestimated', null, 206, '0-2/2019'],
  ['the same for a page', 'overestimated?limit=1', null, 206, '0-0/2019'],
  ['exact where the planner expects less', 'underestimated', null, 200, '0-2/3'],
  ['exact there for a page, too', 'underestimated', 2, 206, '0-1/3'],
])('an estimate is %s', async (_what, path, maxRows, status, range) => {
  const server = await serveWith({ maxRows })

  const reply = await server(`/${path}`, { headers: { prefer: 'count=estimated' } })

  expect([reply.status, reply.headers.get('content-range')]).toEqual([status, range])
})

test.each([
  ['/films?select=id,directors!inner()&directors.name=like.Ada*&limit=1', '0-0/2'],
  ['/directors?select=id,films!inner(id)&films.minutes=gt.130&limit=1', '0-0/1'],
  ['/directors?select=id,films()&films=is.null&limit=1', '0-0/1'],
  ['/directors?select=id,films()&films=not.is.null&limit=1', '0-0/2'],
  ['/films?select=id,actors!inner()&limit=1', '0-0/3'],
  ['/directors?select=id,colleagues!inner()&colleagues.id=eq.1&limit=1', '0-0/2'],
])('%s counts the parents that there are', async (path, range) => {
  const { headers } = await ask(path, { headers: EXACT })

  expect(headers.get('content-range')).toBe(range)
})

test('no level has more rows than the operator allows', async () => {
  const small = await serveWith({ maxRows: 2 })

  const films = await small('/films?select=id&order=id', { headers: EXACT })
  const preference = await small('/films?select=id&order=id&limit=4')
  const below = await small('/films?select=id,reviews(id),screenings(id)&id=eq.1')
  const called = await small('/rpc/all_titles')
  const written = await small('/reviews?points=gt.0', {
    method: 'PATCH',
    body: { points: 1 },
    headers: { prefer: 'return=representation' },
  })
  const estimated = await small('/films?select=id&order=id', {
    headers: { prefer: 'count=estimated' },
  })

  expect(summary(films)).toEqual([206, '0-1/5', [1, 2]])
  expect(summary(preference)).toEqual([200, '0-1/*', [1, 2]])
  expect(below.body).toEqual([
    { id: 1, reviews: [{ id: 1 }, { id: 2 }], screenings: [{ id: 1 }, { id: 2 }] },
  ])
  expect(called.body).toHaveLength(2)
  expect(written.body).toHaveLength(4)
  expect(estimated.headers.get('content-range')).toMatch(/^0-1\/\d+$/)
})
