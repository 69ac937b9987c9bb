import { expect, test } from 'vitest'
import { type Reply, useCatalog } from './rest-server.ts'

const { ask, serveWith } = useCatalog()

const OBJECT = 'application/vnd.pgrst.object+json'

const summary = ({ status, body }: Reply) => [status, body]

test.each([
  ['*/*', 'application/json; charset=utf-8', [{ id: 3, stars: null }]],
  ['application/json', 'application/json; charset=utf-8', [{ id: 3, stars: null }]],
  [
    'text/html, application/json;q=0.9',
    'application/json; charset=utf-8',
    [{ id: 3, stars: null }],
  ],
  [OBJECT, `${OBJECT}; charset=utf-8`, { id: 3, stars: null }],
  ['application/vnd.pgrst.object', `${OBJECT}; charset=utf-8`, { id: 3, stars: null }],
  [`${OBJECT};nulls=stripped`, `${OBJECT};nulls=stripped; charset=utf-8`, { id: 3 }],
  [
    'application/vnd.pgrst.array+json;nulls=stripped',
    'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
    [{ id: 3 }],
  ],
  ['application/vnd.pgrst.array+json', 'application/json; charset=utf-8', [{ id: 3, stars: null }]],
  ['text/csv', 'text/csv; charset=utf-8', 'id,stars\n3,'],
  [
    'text/csv;q=0.1, application/json;q=0.5',
    'application/json; charset=utf-8',
    [{ id: 3, stars: null }],
  ],
])('Accept: %s', async (accept, type, body) => {
  const reply = await ask('/films?select=id,stars&id=eq.3', { headers: { accept } })

  expect(reply.headers.get('content-type')).toBe(type)
  expect(summary(reply)).toEqual([200, body])
})

test('CSV quotes what it must, and an empty one is empty', async () => {
  const headers = { accept: 'text/csv' }

  const films = await ask('/films?select=id,title,tags&id=in.(1,5)&order=id', { headers })
  const none = await ask('/films?id=eq.99', { headers })

  expect(films.text).toBe(
    'id,title,tags\n1,Harbour,"{sea,night}"\n5,"100% *Night*","{night,""two, words""}"',
  )
  expect(none.text).toBe('\n')
})

test('GeoJSON is PostGIS’s to make, and where it is missing the database says so', async () => {
  const reply = await ask('/films', { headers: { accept: 'application/geo+json' } })

  expect(reply.status).toBe(404)
  expect(reply.body).toMatchObject({
    code: '42883',
    message: expect.stringContaining('st_asgeojson'),
  })
})

test.each(['text/html', 'image/png', 'application/xml', 'application/vnd.pgrst.plan+json'])(
  '%s cannot be had',
  async (accept) => {
    const reply = await ask('/films', { headers: { accept } })

    expect(reply.status).toBe(406)
    expect(reply.body).toMatchObject({
      code: 'PGRST107',
      message: expect.stringMatching(/^None of these media types are available: /),
    })
  },
)

test.each([
  ['/films?id=gt.0', 'GET', undefined, 5],
  ['/films?id=eq.99', 'GET', undefined, 0],
  ['/counters', 'POST', [{ name: 'a' }, { name: 'b' }], 2],
  ['/films?id=gt.3', 'PATCH', { stars: 1 }, 2],
  ['/reviews?id=gt.0', 'DELETE', undefined, 4],
])('%s by %s as one object needs exactly one row', async (path, method, body, rows) => {
  const headers = { accept: OBJECT, prefer: 'return=representation, tx=commit' }

  const reply = await ask(path, { method, headers, ...(body && { body }) })
  const counters = await ask('/counters?select=name')
  const reviews = await ask('/reviews?select=id')

  expect(summary(reply)).toEqual([
    406,
    {
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: `The result contains ${rows} rows`,
      hint: null,
    },
  ])
  expect(counters.body).toEqual([{ name: 'visits' }])
  expect(reviews.body).toHaveLength(4)
})

test('a plan is for those who switch it on', async () => {
  const open = await serveWith({ arePlansAllowed: true })
  const plan = (type: string) =>
    open('/films?id=eq.1', { headers: { accept: `application/vnd.pgrst.plan${type}` } })

  const json = await plan('+json')
  const text = await plan('')
  const analyzed = await plan('+json;for="text/csv";options=analyze|verbose')
  const written = await open('/counters', {
    body: { name: 'planned' },
    headers: { accept: 'application/vnd.pgrst.plan+json', prefer: 'tx=commit' },
  })
  const left = await open('/counters?name=eq.planned')

  expect(json.headers.get('content-type')).toBe(
    'application/vnd.pgrst.plan+json; for="application/json"; charset=utf-8',
  )
  expect(json.body).toEqual([{ Plan: expect.objectContaining({ 'Node Type': 'Aggregate' }) }])
  expect(text.text).toMatch(/^Aggregate /)
  expect(analyzed.headers.get('content-type')).toBe(
    'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose; charset=utf-8',
  )
  expect(analyzed.body).toEqual([expect.objectContaining({ 'Execution Time': expect.any(Number) })])
  expect(written.status).toBe(200)
  expect(left.body).toEqual([])
})

test.each([
  ['the first schema when nobody says', {}, 'catalog', 'Harbour'],
  ['the one that is named', { 'accept-profile': 'archive' }, 'archive', 'Nitrate'],
])('a reader gets %s', async (_what, headers, schema, title) => {
  const reply = await ask('/films?select=title&id=eq.1', { headers })

  expect(reply.headers.get('content-profile')).toBe(schema)
  expect(reply.body).toEqual([{ title }])
})

test('a writer names the schema by another header', async () => {
  const headers = { 'content-profile': 'archive', prefer: 'return=representation' }

  const written = await ask('/films', { body: { id: 2, title: 'Silent' }, headers })
  const called = await ask('/rpc/where_am_i', { body: {}, headers })
  const ignored = await ask('/films?select=id&id=eq.1', { headers })

  expect([written.status, written.body]).toEqual([201, [{ id: 2, title: 'Silent' }]])
  expect(called.body).toBe('archive')
  expect(ignored.headers.get('content-profile')).toBe('catalog')
})

test('a schema that is not exposed is refused', async () => {
  const reply = await ask('/contracts', { headers: { 'accept-profile': 'vault' } })

  expect(summary(reply)).toEqual([
    406,
    {
      code: 'PGRST106',
      message: 'Invalid schema: vault',
      details: null,
      hint: 'Only the following schemas are exposed: catalog, archive',
    },
  ])
})

test.each([
  ['/', 'OPTIONS,GET,HEAD'],
  ['/films', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
  ['/notes', 'OPTIONS,GET,HEAD,POST,PATCH,DELETE'],
  ['/film_list', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
  ['/film_credits', 'OPTIONS,GET,HEAD'],
  ['/genre_counts', 'OPTIONS,GET,HEAD'],
  ['/rpc/greet', 'OPTIONS,GET,HEAD,POST'],
  ['/rpc/do_nothing', 'OPTIONS,POST'],
])('OPTIONS %s says what can be done', async (path, allow) => {
  const reply = await ask(path, { method: 'OPTIONS' })

  expect([reply.status, reply.text, reply.headers.get('allow')]).toEqual([200, '', allow])
})

test.each([
  ['OPTIONS', '/nothing', 404, 'PGRST205'],
  ['GET', '/films/1', 404, 'PGRST125'],
  ['GET', '/films/', 404, 'PGRST125'],
  ['GET', '/rpc/greet/more', 404, 'PGRST125'],
  ['POST', '/', 405, 'PGRST117'],
  ['PROPFIND', '/films', 405, 'PGRST117'],
])('%s %s is %i %s', async (method, path, status, code) => {
  const reply = await ask(path, { method })

  expect(summary(reply)).toEqual([status, expect.objectContaining({ code })])
})

test('a browser of another origin may ask for everything', async () => {
  const origin = { origin: 'https://elsewhere.test' }
  const preflight = await ask('/films', {
    method: 'OPTIONS',
    headers: {
      ...origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'apikey,x-client-info, prefer,accept',
    },
  })
  const plain = await ask('/films', {
    method: 'OPTIONS',
    headers: { ...origin, 'access-control-request-method': 'GET' },
  })
  const read = await ask('/films?limit=1', { headers: origin })
  const failed = await ask('/nothing', { headers: origin })

  expect([preflight.status, preflight.text]).toEqual([200, ''])
  expect(corsOf(preflight)).toEqual({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD',
    'access-control-allow-headers':
      'Authorization, apikey, x-client-info, prefer, accept, Accept-Language, Content-Language',
    'access-control-max-age': '86400',
  })
  expect(corsOf(plain)).not.toHaveProperty('access-control-allow-headers')
  for (const reply of [read, failed]) {
    expect(corsOf(reply)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers':
        'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit',
    })
  }
})

test.each([
  ['without an origin', {}],
  ['from another origin', { origin: 'https://elsewhere.test' }],
  [
    'for a method that nobody has',
    { origin: 'https://elsewhere.test', 'access-control-request-method': 'TRACE' },
  ],
])('what a resource allows is told %s, to everybody', async (_what, headers) => {
  const reply = await ask('/films', { method: 'OPTIONS', headers })

  expect(reply.headers.get('allow')).toContain('PATCH')
  expect(corsOf(reply)).toEqual({ 'access-control-allow-origin': '*' })
})

test('an answer that no browser asked for says nothing of origins', async () => {
  expect(corsOf(await ask('/films?limit=1'))).toEqual({})
})

test('caches are told what an answer depends on', async () => {
  const reply = await ask('/films?limit=1')

  expect(reply.headers.get('vary')).toBe('Accept, Prefer, Range')
})

const corsOf = ({ headers }: Reply) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))
