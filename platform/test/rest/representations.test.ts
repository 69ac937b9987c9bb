import { expect, test } from 'vitest'
import { type Reply, useCatalog } from './rest-server.ts'

const { ask } = useCatalog()

const REPRESENTATION = { prefer: 'return=representation' }

const summary = ({ status, body }: Reply) => [status, body]

const DESK = { id: 1, name: 'desk', colour: '#10', lit: 1577836800, costs: '12.50' }

test.each([
  [
    '/lamps?select=id,colour&id=lt.3&order=id',
    [
      { id: 1, colour: '#10' },
      { id: 2, colour: '#ff' },
    ],
  ],
  ['/lamps?select=colour,lit,costs&id=eq.3', [{ colour: '', lit: null, costs: null }]],
  ['/lamps?select=tint:colour&id=eq.1', [{ tint: '#10' }]],
  ['/lamps?select=tint:colour::text&id=eq.1', [{ tint: '"#10"' }]],
  ['/lamps?id=eq.1', [DESK]],
  ['/lamps?select=*&id=eq.1', [DESK]],
  ['/lamps?select=&id=eq.1', [DESK]],
  ['/lamps?select=again:lit,*&id=eq.1', [{ again: 1577836800, ...DESK }]],
  ['/lamp_list?id=eq.2', [{ id: 2, colour: '#ff', dimmed: '#7f' }]],
  [
    '/sockets?select=id,lamps(colour)&order=id',
    [
      { id: 1, lamps: { colour: '#ff' } },
      { id: 2, lamps: null },
    ],
  ],
  [
    '/sockets?select=lamps(*)&id=eq.1',
    [{ lamps: { id: 2, name: 'listener', colour: '#ff', lit: null, costs: '7.00' } }],
  ],
  ['/sockets?select=id,...lamps(colour)&id=eq.1', [{ id: 1, colour: '#ff' }]],
  ['/lamps?select=id,sockets(*)&id=eq.2', [{ id: 2, sockets: [{ id: 1, lamp_id: 2 }] }]],
  ['/rpc/all_lamps?select=colour&limit=1', [{ colour: '#10' }]],
  ['/rpc/all_lamps?limit=1', [DESK]],
])('GET %s shows domains as they want to be shown', async (path, expected) => {
  expect(summary(await ask(path))).toEqual([200, expected])
})

test.each([
  ['colour=eq.ff', [2]],
  ['colour=eq.%2310', [1]],
  ['colour=not.eq.ff', [1]],
  ['colour=gt.10', [2]],
  ['colour=in.(10,ff)', [1, 2]],
  ['colour=not.in.(10)', [2]],
  ['colour=in.()', []],
  ['colour=eq(any).{10,ff}', [1, 2]],
  ['or=(colour.eq.10,id.eq.3)', [1, 3]],
  ['colour=is.null', [3]],
  ['colour=isdistinct.10', [2, 3]],
  ['costs=eq.12.5', [1]],
])('lamps?%s reads the value as the domain wants it to be written', async (query, ids) => {
  const { body } = await ask(`/lamps?select=id&order=id&${query}`)

  expect(body).toEqual(ids.map((id) => ({ id })))
})

test('a filter on an embed reads its value, too', async () => {
  const { body } = await ask('/sockets?select=id,lamps(colour)&lamps.colour=neq.ff&order=id')

  expect(body).toEqual([
    { id: 1, lamps: null },
    { id: 2, lamps: null },
  ])
})

test('an address is never read as a body is', async () => {
  const reply = await ask('/lamps?lit=eq.1577836800')

  expect(summary(reply)).toEqual([400, expect.objectContaining({ code: '22008' })])
})

test('a pattern does not fit a domain over a number', async () => {
  const reply = await ask('/lamps?colour=ilike.1*')

  expect(summary(reply)).toEqual([404, expect.objectContaining({ code: '42883' })])
})

test('order and aggregates go by the value, groups too', async () => {
  const ordered = await ask('/lamps?select=id&order=colour.desc.nullslast')
  const sum = await ask('/lamps?select=colour.sum(),count()')
  const groups = await ask('/lamps?select=colour,count()&order=colour')

  expect(ordered.body).toEqual([{ id: 2 }, { id: 1 }, { id: 3 }])
  expect(sum.body).toEqual([{ sum: 271, count: 3 }])
  expect(groups.body).toEqual([
    { colour: '#10', count: 1 },
    { colour: '#ff', count: 1 },
    { colour: '', count: 1 },
  ])
})

test('a body is read as the domain wants it, and what was written is shown so', async () => {
  const lamp = { id: 7, name: 'new', colour: '#0a', lit: 60, costs: 1 }

  const one = await ask('/lamps', { body: lamp, headers: REPRESENTATION })
  const chosen = await ask('/lamps?select=id,colour', {
    body: [lamp, { ...lamp, id: 8, colour: null }],
    headers: REPRESENTATION,
  })
  const named = await ask('/lamps?columns=id,lit&select=id,lit,colour', {
    body: { id: 9, lit: 5, colour: 'nonsense' },
    headers: REPRESENTATION,
  })
  const located = await ask('/lamps', { body: lamp, headers: { prefer: 'return=headers-only' } })

  expect(summary(one)).toEqual([201, [{ ...lamp, costs: '1.00' }]])
  expect(chosen.body).toEqual([
    { id: 7, colour: '#0a' },
    { id: 8, colour: '' },
  ])
  expect(named.body).toEqual([{ id: 9, lit: 5, colour: '#ff' }])
  expect([located.status, located.headers.get('location')]).toEqual([201, '/lamps?id=eq.7'])
})

test('what a body leaves out gets the defaults of the columns', async () => {
  const written = await ask('/lamps?columns=id,colour,lit', {
    body: [{ id: 7 }, { id: 8, colour: '#01' }],
    headers: { prefer: 'return=representation, missing=default' },
  })

  expect(summary(written)).toEqual([
    201,
    [
      { id: 7, name: null, colour: '#ff', lit: 1577836800, costs: null },
      { id: 8, name: null, colour: '#01', lit: 1577836800, costs: null },
    ],
  ])
})

test('changes and upserts are read and shown the same way', async () => {
  const change = { method: 'PATCH', body: { colour: '#20' }, headers: REPRESENTATION }

  const patched = await ask('/lamp_list?id=eq.1', change)
  const found = await ask('/lamps?colour=eq.ff&select=id,colour', change)
  const merged = await ask('/lamps?select=id,colour', {
    body: { id: 1, colour: '#21' },
    headers: { prefer: 'return=representation, resolution=merge-duplicates' },
  })
  const put = await ask('/lamps?id=eq.2&select=colour', {
    method: 'PUT',
    body: { id: 2, colour: '#22' },
    headers: REPRESENTATION,
  })
  const removed = await ask('/lamps?colour=eq.10&select=colour', {
    method: 'DELETE',
    headers: REPRESENTATION,
  })

  expect(summary(patched)).toEqual([200, [{ id: 1, colour: '#20', dimmed: '#10' }]])
  expect(found.body).toEqual([{ id: 2, colour: '#20' }])
  expect(merged.body).toEqual([{ id: 1, colour: '#21' }])
  expect(put.body).toEqual([{ colour: '#22' }])
  expect(removed.body).toEqual([{ colour: '#10' }])
})

test.each([
  ['/lamps?select=colour,nothing', 'GET', undefined, 400, '42703'],
  ['/lamps?columns=colour,nothing', 'POST', { colour: '#01' }, 400, 'PGRST204'],
  ['/lamps?id=eq.1', 'PATCH', { colour: '#1ff' }, 400, '23514'],
])('%s by %s is refused as for other columns', async (path, method, body, status, code) => {
  const reply = await ask(path, { method, body })

  expect(summary(reply)).toEqual([status, expect.objectContaining({ code })])
})
