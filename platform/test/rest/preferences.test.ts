import { expect, test } from 'vitest'
import { type Reply, useCatalog } from './rest-server.ts'

const { ask, serveWith } = useCatalog()

const summary = ({ status, body }: Reply) => [status, body]

test.each([
  [
    'GET',
    '/films?limit=1',
    'count=exact, timezone=UTC, handling=lenient, tx=commit, return=minimal',
    'count=exact, tx=commit, handling=lenient, timezone=UTC',
  ],
  ['GET', '/films?limit=1', 'handling=strict, max-affected=9', 'handling=strict'],
  [
    'POST',
    '/counters',
    'tx=rollback,count=exact,return=minimal,missing=default,resolution=merge-duplicates',
    'resolution=merge-duplicates, missing=default, return=minimal, count=exact, tx=rollback',
  ],
  [
    'PATCH',
    '/counters?name=eq.x',
    'max-affected=9, handling=strict, missing=null',
    'missing=null, handling=strict, max-affected=9',
  ],
  ['PATCH', '/counters?name=eq.x', 'max-affected=9', null],
  [
    'DELETE',
    '/counters?name=eq.x',
    'return=headers-only, handling=strict, max-affected=2',
    'return=headers-only, handling=strict, max-affected=2',
  ],
  ['GET', '/films?limit=1', 'count=exact, count=planned', 'count=exact'],
  ['GET', '/films?limit=1', 'nonsense, count=perhaps', null],
])('%s %s with %s', async (method, path, prefer, applied) => {
  const hasBody = method === 'POST' || method === 'PATCH'
  const body = { name: 'x', value: 1 }

  const reply = await ask(path, { method, headers: { prefer }, ...(hasBody && { body }) })

  expect(reply.status).toBeLessThan(300)
  expect(reply.headers.get('preference-applied')).toBe(applied)
})

test.each(['/films', '/rpc/greet'])('strictness refuses what nobody knows: %s', async (path) => {
  const reply = await ask(path, { headers: { prefer: 'handling=strict, nonsense, count=perhaps' } })

  expect(summary(reply)).toEqual([
    400,
    {
      code: 'PGRST122',
      message: 'Invalid preferences given with handling=strict',
      details: 'Invalid preferences: nonsense, count=perhaps',
      hint: null,
    },
  ])
})

test.each([
  ['PATCH', { points: 1 }],
  ['DELETE', undefined],
])('%s of more rows than agreed is undone', async (method, body) => {
  const headers = { prefer: 'handling=strict, max-affected=2, tx=commit' }

  const refused = await ask('/reviews?id=gt.1', { method, headers, ...(body && { body }) })
  const left = await ask('/reviews?select=points&order=id')
  const allowed = await ask('/reviews?id=gt.2', {
    method,
    headers: { prefer: 'handling=strict, max-affected=2' },
    ...(body && { body }),
  })

  expect(summary(refused)).toEqual([
    400,
    expect.objectContaining({ code: 'PGRST124', details: 'The query affects 3 rows' }),
  ])
  expect(left.body).toEqual([{ points: 7 }, { points: 4 }, { points: 2 }, { points: 9 }])
  expect(allowed.status).toBe(204)
})

test('times come in the zone that was asked for', async () => {
  const path = '/films?select=seen_at&id=eq.1'

  const there = await ask(path, { headers: { prefer: 'timezone=America/New_York' } })
  const nowhere = await ask(path, { headers: { prefer: 'timezone=Nowhere/Land' } })
  const here = await ask(path)

  expect(there.body).toEqual([{ seen_at: '2020-01-01T07:00:00-05:00' }])
  expect(summary(nowhere)).toEqual([400, expect.objectContaining({ code: '22023' })])
  expect(here.body).not.toEqual(there.body)
})

test('a rehearsal checks what is deferred, and leaves nothing', async () => {
  const twin = { body: { id: 3, twin: 2 }, headers: { prefer: 'tx=rollback' } }

  const refused = await ask('/deferred_twins', twin)
  const rehearsed = await ask('/deferred_twins', { ...twin, body: { id: 3, twin: 3 } })
  const left = await ask('/deferred_twins?select=id')

  expect(summary(refused)).toEqual([409, expect.objectContaining({ code: '23505' })])
  expect(rehearsed.status).toBe(201)
  expect(left.body).toEqual([{ id: 1 }, { id: 2 }])
})

test('who may not choose the end is not heard', async () => {
  const firm = await serveWith({ txEnd: 'commit' })

  const written = await firm('/notes', {
    body: { topic: 'kept' },
    headers: { prefer: 'tx=rollback' },
  })
  const left = await firm('/notes?topic=eq.kept&select=topic')

  expect([written.status, written.headers.get('preference-applied')]).toEqual([201, null])
  expect(left.body).toEqual([{ topic: 'kept' }])
})
