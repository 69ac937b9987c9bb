import { request } from 'node:http'
import { expect, test } from 'vitest'
import { type Reply, useCatalog } from './rest-server.ts'

const { ask, url, db } = useCatalog()

const summary = ({ status, body }: Reply) => [status, (body as { code?: string }).code ?? 'rows']

const ATTACKS = [
  `'; drop table catalog.films; --`,
  `"; drop table catalog.films; --`,
  `1) or (1=1`,
  `$1`,
  `$$;select pg_sleep(9)$$`,
  `\\'; select 1 --`,
  `E'\\\\x27`,
  `/* */ union select 1`,
  `"films"."id"`,
  `%27%20or%201=1`,
]

const PLACES: [string, (text: string) => string][] = [
  ['a value', (text) => `/films?title=eq.${encodeURIComponent(text)}`],
  [
    'a list',
    (text) => `/films?title=in.(${encodeURIComponent(`"${text.replaceAll('"', '\\"')}"`)})`,
  ],
  ['a column', (text) => `/films?${encodeURIComponent(`"${text.replaceAll('"', '\\"')}"`)}=eq.1`],
  ['a select', (text) => `/films?select=${encodeURIComponent(`"${text.replaceAll('"', '\\"')}"`)}`],
  [
    'an alias',
    (text) => `/films?select=${encodeURIComponent(`"${text.replaceAll('"', '\\"')}":id`)}&limit=1`,
  ],
  ['a cast', (text) => `/films?select=id::${encodeURIComponent(text)}`],
  [
    'a path',
    (text) =>
      `/films?select=details->${encodeURIComponent(`"${text.replaceAll('"', '\\"')}"`)}&limit=1`,
  ],
  ['an order', (text) => `/films?order=${encodeURIComponent(`"${text.replaceAll('"', '\\"')}"`)}`],
  ['a limit', (text) => `/films?select=id&limit=${encodeURIComponent(text)}`],
  ['a tree', (text) => `/films?or=(title.eq.${encodeURIComponent(text)})`],
  ['a relation', (text) => `/${encodeURIComponent(text)}`],
  [
    'an embed',
    (text) => `/films?select=${encodeURIComponent(`"${text.replaceAll('"', '\\"')}"(id)`)}`,
  ],
  ['a function', (text) => `/rpc/${encodeURIComponent(text)}`],
  ['an argument', (text) => `/rpc/greet?name=${encodeURIComponent(text)}`],
  ['a language', (text) => `/films?title=fts(${encodeURIComponent(text)}).x`],
]

test.each(PLACES)('SQL in %s stays text', async (_place, pathFor) => {
  for (const attack of ATTACKS) {
    const { status, body } = await ask(pathFor(attack))

    expect([attack, status, body]).toEqual([
      attack,
      expect.toSatisfy((one) => one < 500),
      expect.anything(),
    ])
  }
  expect((await ask('/films?select=count()')).body).toEqual([{ count: 5 }])
})

test('SQL in headers and bodies stays text', async () => {
  for (const attack of ATTACKS) {
    const replies = await Promise.all([
      ask('/counters', { body: { name: attack }, headers: { prefer: 'return=representation' } }),
      ask('/counters', { body: { [attack]: 1 } }),
      ask('/films', { headers: { 'accept-profile': attack } }),
      ask('/films', { headers: { prefer: `timezone=${attack}` } }),
      ask('/films', { headers: { range: attack } }),
      ask(`/counters?on_conflict=${encodeURIComponent(`"${attack.replaceAll('"', '\\"')}"`)}`, {
        body: { name: 'x' },
        headers: { prefer: 'resolution=merge-duplicates' },
      }),
    ])

    const [, , , zone] = replies
    expect(zone?.status).toBeLessThan(500)
    expect(replies.map(({ status }) => status)).toEqual([201, 400, 406, zone?.status, 200, 400])
    expect(replies[0]?.body).toEqual([{ name: attack, value: 7, label: 'fresh' }])
  }
})

test.each([
  ['a value', '/films?title=eq.a%00b', [400, '22021']],
  ['a number', '/films?id=eq.1%00', [400, '22021']],
  ['a list', '/films?title=in.(a%00b)', [400, '22021']],
  ['a quoted column', '/films?%22a%00b%22=eq.1', [400, '42703']],
  ['a quoted alias', '/films?select=%22a%00b%22:id&limit=1', [200, 'rows']],
  ['a column', '/films?select=a%00b', [400, 'PGRST100']],
  ['a relation', '/a%00b', [404, 'PGRST205']],
  ['an argument', '/rpc/greet?name=a%00b', [400, '22021']],
])('a NUL in %s does no harm', async (_what, path, expected) => {
  expect(summary(await ask(path))).toEqual(expected)
  expect((await ask('/films?select=count()')).body).toEqual([{ count: 5 }])
})

test('a NUL in a body is refused by the database', async () => {
  const written = await ask('/counters', {
    body: '{"name":"a\\u0000b"}',
    headers: { 'content-type': 'application/json' },
  })

  expect(summary(written)).toEqual([400, '22P05'])
})

test.each(['application/json', 'text/csv', 'application/x-www-form-urlencoded'])(
  'bytes that are no text are refused as %s',
  async (type) => {
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff]), Buffer.from('"}')])

    const written = await ask('/counters', { body, headers: { 'content-type': type } })

    expect(summary(written)).toEqual([400, 'PGRST102'])
  },
)

test.each([
  ['application/json', `[${'{"name":1},'.repeat(250_000)}{"name":1}]`],
  ['text/csv', `name${','.repeat(250_000)}`],
  ['application/x-www-form-urlencoded', 'name=1&'.repeat(250_000)],
])('more values than can be read while others wait are refused as %s', async (type, body) => {
  const written = await ask('/counters', { body, headers: { 'content-type': type } })

  expect(summary(written)).toEqual([413, 'body_too_large'])
})

test('a quoted field of many megabytes is read like a short one', async () => {
  const body = `name\n"${'a,b\n'.repeat(2_000_000)}" x`

  const written = await ask('/counters', { body, headers: { 'content-type': 'text/csv' } })

  expect(summary(written)).toEqual([400, 'PGRST102'])
})

test.each([
  ['characters from everywhere', 'żółw 龜 🐢 ﷽'],
  ['joined marks', 'e\u0301\u200d'],
  ['text from right to left', '\u202eabc'],
  ['characters of no alphabet', '\u{F8FF}1\u{10FFFF}'],
])('%s go in and come out unchanged', async (_what, text) => {
  const written = await ask('/counters?select=name', {
    body: { name: text },
    headers: { prefer: 'return=representation' },
  })
  const said = await ask(`/rpc/greet?name=${encodeURIComponent(text)}`)
  const found = await ask(
    `/films?select=id&title=eq.${encodeURIComponent(text)}&or=(id.eq.1,title.eq.${encodeURIComponent(text)})`,
  )

  expect(written.body).toEqual([{ name: text }])
  expect(said.body).toBe(`hello ${text}`)
  expect(found.body).toEqual([])
})

test.each([
  ['half an escape', '/films?title=eq.%', [200, 'rows']],
  ['bytes that are no text', '/films?title=eq.%ff%fe', [200, 'rows']],
  ['a lone surrogate in a body', null, [400, '22P02']],
])('%s is no crash', async (_what, path, expected) => {
  const headers = { 'content-type': 'application/json' }
  const reply = path
    ? await ask(path)
    : await ask('/counters', { body: '{"name":"\\ud800"}', headers })

  expect(summary(reply)).toEqual(expected)
})

test('nesting has an end, and up to there it works', async () => {
  const tree = (depth: number) =>
    `/films?select=id&${'and'}=(${'or('.repeat(depth)}id.eq.1${')'.repeat(depth)})`
  const embeds = (depth: number) =>
    `/films?select=${'id,films('.repeat(depth)}id${')'.repeat(depth)}&id=eq.1`

  expect(summary(await ask(tree(40)))).toEqual([200, 'rows'])
  expect(summary(await ask(embeds(12)))).toEqual([200, 'rows'])
  for (const depth of [60, 1000, 5000]) {
    expect(summary(await ask(tree(depth)))).toEqual([400, 'PGRST100'])
    expect(summary(await ask(embeds(depth)))).toEqual([400, 'PGRST100'])
  }
})

test.each([
  ['columns', (n: number) => `/films?select=${'id,'.repeat(n)}id`],
  ['embeds', (n: number) => `/films?select=${'films(id),'.repeat(n / 2)}id`],
  ['conditions', (n: number) => `/films?or=(${'id.eq.1,'.repeat(n)}id.eq.1)`],
  ['filters', (n: number) => `/films?${'id=eq.1&'.repeat(n)}`],
  ['terms of an order', (n: number) => `/films?order=${'id,'.repeat(n)}id`],
  ['steps of a path', (n: number) => `/films?select=details${'->a'.repeat(n)}`],
  ['levels of a name', (n: number) => `/films?${'a.'.repeat(n)}id=eq.1`],
])('too many %s are refused before they are parsed', async (_what, path) => {
  const { status, body } = await ask(path(2100))

  expect([status, body]).toEqual([
    400,
    expect.objectContaining({ code: 'PGRST100', details: expect.stringContaining('2000 parts') }),
  ])
})

test('a list inside of a condition may be long', async () => {
  const numbers = Array.from({ length: 15_000 }, (_, i) => i + 1).join(',')

  const { body } = await ask(`/films?select=id&or=(id.in.(${numbers}),title.eq.x)&order=id&limit=1`)

  expect(body).toEqual([{ id: 1 }])
})

test('an object of very many keys is not repeated in the answer', async () => {
  const keys = Array.from({ length: 100_000 }, (_, i) => [`key_${i}`, 1])

  const { status, body } = await ask('/rpc/greet', { body: Object.fromEntries(keys) })

  expect(status).toBe(404)
  expect(JSON.stringify(body).length).toBeLessThan(100_000)
})

test('a body nested deeper than the stack is refused', async () => {
  const headers = { 'content-type': 'application/json' }
  const deep = (name: string) => `{"${name}":${'['.repeat(100_000)}${']'.repeat(100_000)}}`

  const written = await ask('/films', { body: deep('details'), headers })
  const next = await ask('/films?select=count()')

  expect(summary(written)).toEqual([500, '54001'])
  expect(next.status).toBe(200)
})

test('a body nested deeper than any stack never gets to the database', async () => {
  const headers = { 'content-type': 'application/json' }
  const nested = (levels: number) => `{"details":${'['.repeat(levels)}${']'.repeat(levels)}}`
  const text = JSON.stringify({ topic: '['.repeat(500_000) })

  const written = await ask('/films', { body: nested(300_000), headers })
  const called = await ask('/rpc/greet?columns=name', { body: nested(300_000), headers })
  const brackets = await ask('/notes', { body: text, headers })

  expect(summary(written)).toEqual([400, 'PGRST102'])
  expect(summary(called)).toEqual([400, 'PGRST102'])
  expect(brackets.status).toBe(201)
})

test('large requests are served', async () => {
  const numbers = Array.from({ length: 15_000 }, (_, i) => i + 1).join(',')
  const rows = Array.from({ length: 10_000 }, (_, i) => ({ topic: `t${i}`, note: 'x' }))

  const list = await ask(`/films?select=id&order=id&id=in.(${numbers})`)
  const filter = await ask(`/films?select=id&title=eq.${'x'.repeat(100_000)}`)
  const columns = await ask(`/films?select=${'id,'.repeat(1000)}title&id=eq.1`)
  const inserted = await ask('/notes', { body: rows, headers: { prefer: 'count=exact' } })

  expect(list.body).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }, { id: 5 }])
  expect(filter.body).toEqual([])
  expect(columns.status).toBe(200)
  expect([inserted.status, inserted.headers.get('content-range')]).toEqual([201, '*/10000'])
})

test('a body that is too large is refused before it is read', async () => {
  const reply = await ask('/notes', { body: new Uint8Array(17 * 1024 * 1024) })

  expect([reply.status, reply.body]).toEqual([
    413,
    expect.objectContaining({ code: 'body_too_large', details: null, hint: null }),
  ])
})

test('of keys given twice the last counts, of filters all', async () => {
  const headers = { 'content-type': 'application/json', prefer: 'return=representation' }

  const body = await ask('/counters?select=name', { body: '{"name":"a","name":"b"}', headers })
  const filters = await ask('/films?select=id&id=gt.1&id=lt.3')
  const selects = await ask('/films?select=id&select=title&limit=1')

  expect(body.body).toEqual([{ name: 'b' }])
  expect(filters.body).toEqual([{ id: 2 }])
  expect(selects.body).toEqual([{ id: 1 }])
})

test('a client that leaves in the middle leaves nothing behind', async () => {
  for (let i = 0; i < 20; i++) await leaveEarly(`${url()}/rpc/films_longer_than?above=${i}`)

  const next = await Promise.all(Array.from({ length: 20 }, () => ask('/films?select=count()')))

  expect(next.every(({ status }) => status === 200)).toBe(true)
  expect(db().stats().waiting).toBe(0)
})

test('settings of one request are gone before the next', async () => {
  const zones = ['UTC', 'Asia/Tokyo', 'America/New_York']
  const preferences = Array.from({ length: 60 }, (_, i) => zones[i % 4])

  const replies = await Promise.all(
    preferences.map((zone, i) =>
      ask('/rpc/setting?name=TimeZone', {
        headers: zone === undefined ? {} : { prefer: `timezone=${zone}` },
        ...(i % 5 === 0 && { headers: { prefer: 'timezone=Nowhere' } }),
      }),
    ),
  )
  const usual = await ask('/rpc/setting?name=TimeZone')

  for (const [i, { status, body }] of replies.entries()) {
    if (i % 5 === 0) expect(status).toBe(400)
    else expect(body).toBe(preferences[i] ?? usual.body)
  }
})

function leaveEarly(address: string): Promise<void> {
  return new Promise((resolve) => {
    const leaving = request(address, () => {})
    leaving.on('error', () => resolve())
    leaving.on('close', () => resolve())
    leaving.end(() => leaving.destroy())
  })
}
