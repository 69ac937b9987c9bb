import { expect, test } from 'vitest'
import { type Reply, useCatalog } from './rest-server.ts'

const { ask } = useCatalog()

const summary = ({ status, body }: Reply) => [status, body]

test.each([
  ['numbers', 'add_up', { a: 2, b: 3 }, 5],
  ['no arguments', 'greet', {}, 'hello you'],
  ['some of the arguments', 'greet', { loud: true }, 'HELLO YOU'],
  ['all of the arguments', 'greet', { name: 'Ann', loud: false }, 'hello Ann'],
  ['a list for the rest', 'join_words', { glue: '-', words: ['a', 'b'] }, 'a-b'],
  ['json as one argument', 'describe_film', { film: { title: 'T' } }, 'T'],
  ['the whole body as json', 'echo_json', { any: ['thing'] }, { any: ['thing'] }],
  ['one of two namesakes', 'which', { a: 1 }, 'one'],
  ['the other of two namesakes', 'which', { a: 1, b: 2 }, 'two'],
  ['a null result', 'no_value', {}, null],
])('POST calls a function with %s', async (_what, name, body, expected) => {
  expect(summary(await ask(`/rpc/${name}`, { body }))).toEqual([200, expected])
})

test.each([
  ['add_up?a=2&b=3', 5],
  ['greet', 'hello you'],
  ['greet?name=eq', 'hello eq'],
  ['greet?name=in.between', 'hello in.between'],
  ['join_words?glue=-&words=a&words=b', 'a-b'],
  ['join_words?glue=-&words=a,b', 'a,b'],
  ['describe_film?film={"title":"T"}', 'T'],
  ['all_titles', ['Harbour', 'Harbour Again', 'Clay', 'Thin Air', '100% *Night*']],
  ['all_titles?limit=2&offset=1', ['Harbour Again', 'Clay']],
  ['extremes', { shortest: 61, longest: 140 }],
  ['title_table?limit=1', [{ title: 'Harbour', minutes: 95 }]],
  ['title_table?minutes=gt.130', [{ title: 'Thin Air', minutes: 140 }]],
  ['one_film?film_id=3&select=title,genre', { title: 'Clay', genre: 'comedy' }],
  ['one_film?film_id=99&select=id,title', { id: null, title: null }],
  ['films_longer_than?above=100&select=id', [{ id: 2 }, { id: 4 }]],
  ['films_longer_than?above=100&select=id&id=gt.2', [{ id: 4 }]],
  ['films_longer_than?above=60&select=id&order=minutes.desc&limit=2', [{ id: 4 }, { id: 2 }]],
  ['films_longer_than?above=60&select=id&order=title.desc&title=like.T*', [{ id: 4 }]],
  [
    'films_longer_than?above=130&select=title,directors(name),actors(name)',
    [{ title: 'Thin Air', directors: { name: 'Bo Marsh' }, actors: [{ name: 'Max' }] }],
  ],
  ['films_longer_than?above=130&select=full_title', [{ full_title: 'Thin Air (?)' }]],
  ['films_longer_than?above=130&select=id,...directors(by:name)', [{ id: 4, by: 'Bo Marsh' }]],
  ['films_longer_than?above=60&or=(id.eq.1,id.eq.5)&select=id', [{ id: 1 }, { id: 5 }]],
  ['films_longer_than?above=60&select=count()', [{ count: 5 }]],
  [
    'films_longer_than?above=100&select=id,parts!inner(part)&parts.part=eq.the captain',
    [{ id: 2, parts: [{ part: 'the captain' }] }],
  ],
])('GET /rpc/%s', async (call, expected) => {
  expect(summary(await ask(`/rpc/${call}`))).toEqual([200, expected])
})

test.each([
  ['text/plain', 'plain "text"', 'echo_text', 'plain "text"'],
  ['application/octet-stream', new Uint8Array([0, 1, 255]), 'byte_count', 3],
  ['application/x-www-form-urlencoded', 'a=4&b=5', 'add_up', 9],
  ['application/x-www-form-urlencoded', 'glue=%2B&words=a&words=b', 'join_words', 'a+b'],
])('a body of type %s reaches its function', async (type, body, name, expected) => {
  const reply = await ask(`/rpc/${name}`, { body, headers: { 'content-type': type } })

  expect(summary(reply)).toEqual([200, expected])
})

test('a function that returns nothing is answered with nothing', async () => {
  const reply = await ask('/rpc/do_nothing', { method: 'POST' })

  expect([reply.status, reply.text, reply.headers.get('content-type')]).toEqual([204, '', null])
})

test('HEAD calls without a body', async () => {
  const reply = await ask('/rpc/all_titles', { method: 'HEAD', headers: { prefer: 'count=exact' } })

  expect([reply.status, reply.text, reply.headers.get('content-range')]).toEqual([200, '', '0-4/5'])
})

test('rows of a function are counted and cut like any other', async () => {
  const reply = await ask('/rpc/films_longer_than?above=90&select=id&limit=1', {
    headers: { prefer: 'count=exact' },
  })

  expect([reply.status, reply.headers.get('content-range'), reply.body]).toEqual([
    206,
    '0-0/3',
    [{ id: 1 }],
  ])
})

test('a function that writes may not be called by GET', async () => {
  const reply = await ask('/rpc/add_note?topic=a&note=b')

  expect(summary(reply)).toEqual([405, expect.objectContaining({ code: '25006' })])
})

test('a function that writes is called by POST', async () => {
  const reply = await ask('/rpc/add_note', { body: { topic: 'a', note: 'b' } })

  expect(reply.status).toBe(204)
})

test.each([
  [
    'an unknown function',
    'nothing_here?a=1',
    404,
    {
      code: 'PGRST202',
      message: 'Could not find the function catalog.nothing_here(a) in the schema cache',
      details:
        'Searched for the function catalog.nothing_here with parameter a, but no matches were found in the schema cache.',
      hint: null,
    },
  ],
  [
    'a function nearly right',
    'greett',
    404,
    { code: 'PGRST202', hint: 'Perhaps you meant to call the function catalog.greet' },
  ],
  [
    'arguments nearly right',
    'add_up?a=1&c=2',
    404,
    { code: 'PGRST202', hint: 'Perhaps you meant to call the function catalog.add_up(a, b)' },
  ],
  ['too few arguments', 'add_up?a=1', 404, { code: 'PGRST202' }],
  [
    'several that fit',
    'unclear?a=1',
    300,
    {
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: catalog.unclear(a => integer), catalog.unclear(a => text), catalog.unclear(a => bigint, b => integer)',
    },
  ],
  ['a wrong type', 'add_up?a=x&b=1', 400, { code: '22P02' }],
  ['a trigger or internal function', 'pg_sleep?seconds=1', 404, { code: 'PGRST202' }],
])('a call of %s is refused', async (_what, call, status, error) => {
  expect(summary(await ask(`/rpc/${call}`))).toEqual([status, expect.objectContaining(error)])
})

test('a body that no function takes is refused by its type', async () => {
  const headers = { 'content-type': 'text/plain' }

  const reply = await ask('/rpc/add_up', { body: 'words', headers })

  expect(summary(reply)).toEqual([
    404,
    {
      code: 'PGRST202',
      message: 'Could not find the function catalog.add_up in the schema cache',
      details:
        'Searched for the function catalog.add_up with a single unnamed text parameter, but no matches were found in the schema cache.',
      hint: null,
    },
  ])
})

test.each(['PUT', 'PATCH', 'DELETE'])('%s is no way to call', async (method) => {
  const reply = await ask('/rpc/greet', { method })

  expect(summary(reply)).toEqual([
    405,
    {
      code: 'PGRST101',
      message: `Cannot use the ${method} method on RPC`,
      details: null,
      hint: null,
    },
  ])
})

test('one row of a call can be had as an object', async () => {
  const headers = { accept: 'application/vnd.pgrst.object+json' }

  const one = await ask('/rpc/films_longer_than?above=130&select=id', { headers })
  const several = await ask('/rpc/films_longer_than?above=60&select=id', { headers })
  const scalar = await ask('/rpc/greet', { headers })

  expect(summary(one)).toEqual([200, { id: 4 }])
  expect(summary(several)).toEqual([
    406,
    expect.objectContaining({ code: 'PGRST116', details: 'The result contains 5 rows' }),
  ])
  expect(summary(scalar)).toEqual([200, 'hello you'])
})

test('a call that would touch too much is undone', async () => {
  const strict = { prefer: 'handling=strict, max-affected=1, tx=commit' }

  const refused = await ask('/rpc/delete_reviews', { body: { up_to: 4 }, headers: strict })
  const left = await ask('/reviews?select=id&order=id')
  const scalar = await ask('/rpc/add_up', { body: { a: 1, b: 1 }, headers: strict })

  expect(summary(refused)).toEqual([
    400,
    {
      code: 'PGRST124',
      message: 'Query result exceeds max-affected preference constraint',
      details: 'The query affects 2 rows',
      hint: null,
    },
  ])
  expect(left.body).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }])
  expect(summary(scalar)).toEqual([400, expect.objectContaining({ code: 'PGRST128' })])
})

test('the isolation that a function wants begins before it', async () => {
  const { body } = await ask('/rpc/isolation', { method: 'POST' })

  expect(body).toBe('serializable')
})
