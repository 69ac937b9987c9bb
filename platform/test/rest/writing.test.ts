import { expect, test } from 'vitest'
import { type Reply, tokenOf, useCatalog } from './rest-server.ts'

const { ask } = useCatalog()

const SHOW = { prefer: 'return=representation' }
const prefer = (...preferences: string[]) => ({
  prefer: ['return=representation', ...preferences].join(', '),
})

const summary = ({ status, headers, body }: Reply) => [status, headers.get('content-range'), body]

test.each([
  [
    'one row',
    '/counters',
    { name: 'a', value: 1, label: 'x' },
    SHOW,
    201,
    [{ name: 'a', value: 1, label: 'x' }],
  ],
  [
    'several rows',
    '/counters?select=name',
    [{ name: 'a' }, { name: 'b' }],
    SHOW,
    201,
    [{ name: 'a' }, { name: 'b' }],
  ],
  ['no rows', '/counters', [], SHOW, 201, []],
  ['defaults alone', '/directors?select=name', { name: 'New' }, SHOW, 201, [{ name: 'New' }]],
  [
    'a default for what is not said',
    '/counters',
    { name: 'a' },
    SHOW,
    201,
    [{ name: 'a', value: 7, label: 'fresh' }],
  ],
  [
    'only the columns named',
    '/counters?columns=name',
    { name: 'a', value: 9, nonsense: 1 },
    SHOW,
    201,
    [{ name: 'a', value: 7, label: 'fresh' }],
  ],
  [
    'null for what is missing',
    '/counters?columns=name,label',
    [{ name: 'a' }],
    SHOW,
    201,
    [{ name: 'a', value: 7, label: null }],
  ],
  [
    'a default for what is missing',
    '/counters?columns=name,label',
    [{ name: 'a' }, { name: 'b', label: 'l' }],
    prefer('missing=default'),
    201,
    [
      { name: 'a', value: 7, label: 'fresh' },
      { name: 'b', value: 7, label: 'l' },
    ],
  ],
  [
    'a default for what one row misses',
    '/counters?columns=name,label',
    { name: 'a' },
    prefer('missing=default'),
    201,
    [{ name: 'a', value: 7, label: 'fresh' }],
  ],
  [
    'json, arrays and ranges',
    '/films?select=details,tags,showing,genre',
    {
      title: 't',
      details: { a: [1] },
      tags: ['x', 'y'],
      showing: '[2020-01-01,2020-01-02)',
      genre: 'drama',
    },
    SHOW,
    201,
    [{ details: { a: [1] }, tags: ['x', 'y'], showing: '[2020-01-01,2020-01-02)', genre: 'drama' }],
  ],
  [
    'with its embeds',
    '/films?select=title,directors(name)',
    { title: 't', director_id: 2 },
    SHOW,
    201,
    [{ title: 't', directors: { name: 'Bo Marsh' } }],
  ],
  [
    'with computed columns',
    '/films?select=*,full_title&columns=title',
    { title: 't' },
    SHOW,
    201,
    [expect.objectContaining({ title: 't', full_title: 't (?)' })],
  ],
  [
    'into a view',
    '/film_list?select=title,minutes',
    { title: 'through a view', minutes: 3 },
    SHOW,
    201,
    [{ title: 'through a view', minutes: 3 }],
  ],
])('POST inserts %s', async (_what, path, body, headers, status, rows) => {
  expect(summary(await ask(path, { body, headers }))).toEqual([status, '*/*', rows])
})

test('POST without preferences answers with nothing but 201', async () => {
  const reply = await ask('/counters', { body: { name: 'a' } })

  expect([reply.status, reply.text, reply.headers.get('content-type')]).toEqual([201, '', null])
  expect(reply.headers.get('content-length')).toBe('0')
  expect(reply.headers.get('location')).toBeNull()
})

test.each([
  ['/counters', { name: 'a b&c' }, '/counters?name=eq.a%20b%26c'],
  ['/parts', { film_id: 5, actor_id: 3 }, '/parts?film_id=eq.5&actor_id=eq.3'],
  ['/counters', [{ name: 'a' }, { name: 'b' }], null],
  ['/notes', { topic: 'x' }, null],
])('POST %s with headers alone says where the row is', async (path, body, location) => {
  const reply = await ask(path, { body, headers: { prefer: 'return=headers-only' } })

  expect([reply.status, reply.text]).toEqual([201, ''])
  expect(reply.headers.get('location')).toBe(location)
})

test('empty objects are rows of defaults', async () => {
  const one = await ask('/reviews?select=points', { body: {}, headers: SHOW })
  const many = await ask('/serials?select=name', { body: [{}, {}], headers: SHOW })

  expect([one.status, one.body]).toEqual([400, expect.objectContaining({ code: '23502' })])
  expect(many.body).toEqual([{ name: null }, { name: null }])
})

test.each([
  [
    'merges',
    'resolution=merge-duplicates',
    [
      { name: 'visits', value: 5 },
      { name: 'new', value: 6 },
    ],
    201,
    [
      { name: 'visits', value: 5, label: 'old' },
      { name: 'new', value: 6, label: 'fresh' },
    ],
  ],
  [
    'merges what was there',
    'resolution=merge-duplicates',
    { name: 'visits', value: 5 },
    200,
    [{ name: 'visits', value: 5, label: 'old' }],
  ],
  [
    'ignores what was there',
    'resolution=ignore-duplicates',
    [
      { name: 'visits', value: 5 },
      { name: 'new', value: 6 },
    ],
    201,
    [{ name: 'new', value: 6, label: 'fresh' }],
  ],
])('an upsert %s', async (_what, preference, body, status, rows) => {
  const reply = await ask('/counters', { body, headers: prefer(preference) })

  expect(summary(reply)).toEqual([status, '*/*', rows])
  expect(reply.headers.get('preference-applied')).toBe(`${preference}, return=representation`)
})

test('an upsert may name the columns that clash', async () => {
  const body = { name: 'Ada Lind', born: '1951-01-01' }

  const reply = await ask('/directors?on_conflict=name', {
    body,
    headers: prefer('resolution=merge-duplicates'),
  })
  const wrong = await ask('/directors?on_conflict=nothing', {
    body,
    headers: prefer('resolution=merge-duplicates'),
  })

  expect(reply.body).toEqual([{ id: 1, ...body }])
  expect([wrong.status, wrong.body]).toEqual([400, expect.objectContaining({ code: '42703' })])
})

test('an upsert without any key is a plain insert', async () => {
  const reply = await ask('/notes', {
    body: { topic: 'x' },
    headers: prefer('resolution=merge-duplicates'),
  })

  expect([reply.status, reply.body]).toEqual([201, [{ topic: 'x', note: null }]])
  expect(reply.headers.get('preference-applied')).toBe('return=representation')
})

test.each([
  [
    'some rows',
    '/counters?name=eq.visits',
    { value: 9 },
    SHOW,
    200,
    '0-0/*',
    [{ name: 'visits', value: 9, label: 'old' }],
  ],
  ['no rows', '/counters?name=eq.none', { value: 9 }, SHOW, 200, '*/*', []],
  [
    'and counts',
    '/films?minutes=gt.100&select=id',
    { is_classic: true },
    prefer('count=exact'),
    200,
    '0-1/2',
    [{ id: 2 }, { id: 4 }],
  ],
  ['nothing with an empty body', '/counters?select=name', {}, SHOW, 200, '*/*', []],
  [
    'only the columns named',
    '/counters?name=eq.visits&columns=label',
    { label: 'l', value: 100 },
    SHOW,
    200,
    '0-0/*',
    [{ name: 'visits', value: 1, label: 'l' }],
  ],
  [
    'with a default',
    '/counters?name=eq.visits&columns=label',
    {},
    prefer('missing=default'),
    200,
    '0-0/*',
    [{ name: 'visits', value: 1, label: 'fresh' }],
  ],
  [
    'by a tree',
    '/counters?or=(name.eq.visits,name.eq.x)&select=value',
    { value: 2 },
    SHOW,
    200,
    '0-0/*',
    [{ value: 2 }],
  ],
  [
    'with its embeds',
    '/films?id=eq.5&select=id,directors(name)',
    { director_id: 3 },
    SHOW,
    200,
    '0-0/*',
    [{ id: 5, directors: { name: 'Cleo Novak' } }],
  ],
  [
    'in order',
    '/films?id=lt.4&select=id&order=minutes',
    { stars: 1 },
    SHOW,
    200,
    '0-2/*',
    [{ id: 3 }, { id: 1 }, { id: 2 }],
  ],
])('PATCH changes %s', async (_what, path, body, headers, status, range, rows) => {
  const reply = await ask(path, { method: 'PATCH', body, headers })

  expect(summary(reply)).toEqual([status, range, rows])
})

test('PATCH without preferences answers 204 and nothing', async () => {
  const reply = await ask('/counters?name=eq.visits', { method: 'PATCH', body: { value: 3 } })

  expect([reply.status, reply.text, reply.headers.get('content-type')]).toEqual([204, '', null])
  expect(reply.headers.get('content-range')).toBe('0-0/*')
})

test.each([
  ['rows', '/reviews?points=lt.5&select=id', SHOW, 200, '*/*', [{ id: 2 }, { id: 3 }]],
  ['and counts', '/reviews?id=eq.1&select=id', prefer('count=exact'), 200, '*/1', [{ id: 1 }]],
  ['nothing', '/reviews?id=eq.99', SHOW, 200, '*/*', []],
  [
    'with their embeds',
    '/reviews?id=eq.1&select=id,films(title)',
    SHOW,
    200,
    '*/*',
    [{ id: 1, films: { title: 'Harbour' } }],
  ],
  ['without a preference', '/reviews?id=eq.1', {}, 204, '*/*', ''],
])('DELETE removes %s', async (_what, path, headers, status, range, rows) => {
  expect(summary(await ask(path, { method: 'DELETE', headers }))).toEqual([status, range, rows])
})

test.each([
  [
    'a new row',
    '/counters?name=eq.new',
    { name: 'new', value: 1, label: 'l' },
    SHOW,
    201,
    [{ name: 'new', value: 1, label: 'l' }],
  ],
  [
    'a row that was there',
    '/counters?name=eq.visits',
    { name: 'visits', value: 2, label: 'l' },
    SHOW,
    200,
    [{ name: 'visits', value: 2, label: 'l' }],
  ],
  [
    'without a preference',
    '/counters?name=eq.visits',
    { name: 'visits', value: 2, label: 'l' },
    {},
    204,
    '',
  ],
  [
    'a key of two columns',
    '/halls?chain=eq.Rex&number=eq.1',
    { chain: 'Rex', number: 1, seats: 5 },
    SHOW,
    200,
    [{ chain: 'Rex', number: 1, seats: 5 }],
  ],
])('PUT writes %s', async (_what, path, body, headers, status, rows) => {
  const reply = await ask(path, { method: 'PUT', body, headers })

  expect(summary(reply)).toEqual([status, null, rows])
})

test.each([
  [
    'another key in the body',
    '/counters?name=eq.visits',
    { name: 'other', value: 1 },
    400,
    'PGRST115',
  ],
  ['no filter', '/counters', { name: 'visits' }, 405, 'PGRST105'],
  ['another filter', '/counters?name=eq.visits&value=eq.1', { name: 'visits' }, 405, 'PGRST105'],
  ['another operator', '/counters?name=neq.visits', { name: 'visits' }, 405, 'PGRST105'],
  ['half a key', '/halls?chain=eq.Rex', { chain: 'Rex', number: 1 }, 405, 'PGRST105'],
  ['a limit', '/counters?name=eq.visits&limit=1', { name: 'visits' }, 400, 'PGRST114'],
  ['a table without a key', '/notes?topic=eq.x', { topic: 'x' }, 405, 'PGRST105'],
])('PUT is refused with %s', async (_what, path, body, status, code) => {
  const reply = await ask(path, { method: 'PUT', body })

  expect([reply.status, reply.body]).toEqual([status, expect.objectContaining({ code })])
})

test.each([
  [
    'CSV',
    'text/csv',
    'name,value\na,1\n"b ""q""",NULL\n',
    [
      { name: 'a', value: 1, label: 'fresh' },
      { name: 'b "q"', value: null, label: 'fresh' },
    ],
  ],
  [
    'CSV with other line ends',
    'text/csv',
    'name,value\r\na,1\r\n',
    [{ name: 'a', value: 1, label: 'fresh' }],
  ],
  [
    'a form',
    'application/x-www-form-urlencoded',
    'name=a+b&value=4',
    [{ name: 'a b', value: 4, label: 'fresh' }],
  ],
  [
    'JSON with a charset',
    'application/json; charset=utf-8',
    '{"name":"a"}',
    [{ name: 'a', value: 7, label: 'fresh' }],
  ],
])('rows may come as %s', async (_what, type, body, rows) => {
  const reply = await ask('/counters', { body, headers: { ...SHOW, 'content-type': type } })

  expect(summary(reply)).toEqual([201, '*/*', rows])
})

test.each([
  ['no JSON', 'application/json', '{"name"', 'Empty or invalid json'],
  ['nothing', 'application/json', '', 'Empty or invalid json'],
  [
    'different keys',
    'application/json',
    '[{"name":"a"},{"value":1}]',
    'All object keys must match',
  ],
  ['something else than objects', 'application/json', '[1,2]', 'All object keys must match'],
  ['uneven lines', 'text/csv', 'name,value\na\n', 'All lines must have same number of fields'],
  ['broken quotes', 'text/csv', 'name\n"a', 'Empty or invalid csv'],
  ['another type', 'application/yaml', 'name: a', 'Content-Type not acceptable: application/yaml'],
  ['plain text', 'text/plain', 'a', 'Content-Type not acceptable: text/plain'],
])('a body with %s is refused', async (_what, type, body, message) => {
  const reply = await ask('/counters', { body, headers: { 'content-type': type } })

  expect(reply.status).toBe(400)
  expect(reply.body).toEqual({ code: 'PGRST102', message, details: null, hint: null })
})

test.each([
  [
    'an unknown column',
    '/counters',
    { nothing: 1 },
    400,
    {
      code: 'PGRST204',
      message: "Could not find the 'nothing' column of 'counters' in the schema cache",
    },
  ],
  [
    'an unknown column in columns',
    '/counters?columns=nothing',
    { nothing: 1 },
    400,
    { code: 'PGRST204' },
  ],
  [
    'a key that exists',
    '/directors',
    { name: 'Ada Lind' },
    409,
    { code: '23505', details: 'Key (name)=(Ada Lind) already exists.' },
  ],
  ['a key that does not', '/films', { title: 't', director_id: 99 }, 409, { code: '23503' }],
  ['a missing value', '/films', { minutes: 1 }, 400, { code: '23502' }],
  ['a check', '/films', { title: 't', minutes: -1 }, 400, { code: '23514' }],
  ['a domain', '/films', { title: 't', stars: 11 }, 400, { code: '23514' }],
  ['a wrong type', '/films', { title: 't', minutes: 'long' }, 400, { code: '22P02' }],
  ['a text too long', '/posters', { film_id: 2, artist: 'x'.repeat(21) }, 400, { code: '22001' }],
  ['a generated column', '/films', { title: 't', half_length: 1 }, 400, { code: '428C9' }],
  ['an identity of its own', '/serials', { id: 1 }, 400, { code: '428C9' }],
  ['no rights', '/forbidden', { id: 1 }, 401, { code: '42501' }],
])('an insert with %s is refused', async (_what, path, body, status, error) => {
  const reply = await ask(path, { body })

  expect([reply.status, reply.body]).toEqual([status, expect.objectContaining(error)])
})

test('what one row breaks, no row survives', async () => {
  const commit = { prefer: 'tx=commit' }
  const names = [{ name: 'half' }, { name: 'visits' }]

  const refused = await ask('/counters', { body: names, headers: commit })
  const left = await ask('/counters?name=eq.half')

  expect(refused.status).toBe(409)
  expect(left.body).toEqual([])
})

test('a row that was committed is there for the next request', async () => {
  const headers = { prefer: 'tx=commit, return=representation' }

  const written = await ask('/diary', {
    body: { owner: 'x' },
    headers,
    token: await memberToken('x'),
  })
  const read = await ask('/diary?select=owner', { token: await memberToken('x') })

  expect(written.status).toBe(201)
  expect(written.headers.get('preference-applied')).toBe('return=representation, tx=commit')
  expect(read.body).toEqual([{ owner: 'x' }])
})

const memberToken = (sub: string) => tokenOf({ role: 'rest_member', sub })
