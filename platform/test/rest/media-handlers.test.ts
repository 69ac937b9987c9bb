import { expect, test } from 'vitest'
import { useCatalog } from './rest-server.ts'

const { ask, url, serveWith } = useCatalog()

/** Status, type and body, which need not be text: every byte is one character. */
async function get(path: string, accept: string, more: RequestInit = {}) {
  const reply = await fetch(url() + path, { ...more, headers: { ...more.headers, accept } })
  const bytes = Buffer.from(await reply.arrayBuffer())

  expect(reply.headers.get('content-length')).toBe(String(bytes.length))
  return [reply.status, reply.headers.get('content-type'), bytes.toString('latin1')]
}

const TEXT = 'text/plain; charset=utf-8'

test.each([
  ['/rpc/motto', 'text/plain', TEXT, 'Lights out'],
  ['/rpc/motto', 'TEXT/PLAIN', TEXT, 'Lights out'],
  ['/rpc/motto', 'text/html, text/plain;q=0.5, */*;q=0.1', TEXT, 'Lights out'],
  ['/rpc/motto', '*/*', 'application/json; charset=utf-8', '"Lights out"'],
  ['/rpc/motto_xml', 'text/xml', 'text/xml; charset=utf-8', '<motto/>'],
  ['/rpc/motto_json', 'application/vnd.reel+json', 'application/vnd.reel+json', '{"a": 1}'],
  ['/rpc/pixel', 'image/gif', 'image/gif', 'GIF\xff\xff'],
  ['/rpc/pixel?shade=0', 'image/gif, */*', 'image/gif', 'GIF\0\xff'],
  ['/rpc/pixel?shade=-1', 'image/gif', 'image/gif', ''],
])('GET %s as %s is the value itself, called %s', async (path, accept, type, body) => {
  expect(await get(path, accept)).toEqual([200, type, body])
})

test('a function that is called by POST answers in its own type, too', async () => {
  const post = {
    method: 'POST',
    body: '{"shade":7}',
    headers: { 'content-type': 'application/json' },
  }

  expect(await get('/rpc/pixel', 'image/gif', post)).toEqual([200, 'image/gif', 'GIF\x07\xff'])
})

test.each([
  ['*/*', 'application/octet-stream', '*/*'],
  ['app/chico', 'app/chico', 'app/chico'],
  ['app/harpo', 'app/harpo', 'app/harpo'],
])('a function for every type is asked for %s and answers %s', async (accept, type, body) => {
  expect(await get('/rpc/as_you_like', accept)).toEqual([200, type, body])
})

test('a function for every type may refuse one', async () => {
  const reply = await ask('/rpc/as_you_like', { headers: { accept: 'text/csv' } })

  expect([reply.status, reply.body]).toEqual([406, expect.objectContaining({ code: 'PT406' })])
})

test.each([
  [
    '/actors?order=id',
    'application/vnd.reel',
    'application/vnd.reel',
    '\0\xffKim\0\xffLou\0\xffMax',
  ],
  ['/actors?id=eq.2&select=*', 'application/vnd.reel', 'application/vnd.reel', '\0\xffLou'],
  ['/actors?id=eq.9', 'application/vnd.reel', 'application/vnd.reel', ''],
  ['/rpc/every_actor?limit=1', 'application/vnd.reel', 'application/vnd.reel', '\0\xffKim'],
  ['/ushers', 'application/json', 'application/json; charset=utf-8', '{"told":false}'],
  ['/ushers', 'application/vnd.reel+json', 'application/vnd.reel+json', '"ushers"'],
  [
    '/actors?id=eq.1',
    'application/vnd.reel+json',
    'application/vnd.reel+json',
    '[{"id": 1, "name": "Kim"}]',
  ],
  ['/exits?id=eq.2', '*/*', 'application/octet-stream', 'right'],
  ['/exits?id=eq.2', 'text/csv', 'application/octet-stream', 'right'],
])('GET %s as %s is %s, made of the rows', async (path, accept, type, body) => {
  expect(await get(path, accept)).toEqual([200, type, body])
})

test.each([
  ['/actors?id=lt.3&order=id', '(1,Kim)\n(2,Lou)\n'],
  ['/actors?id=lt.3&order=id&select=name', '(Kim)\n(Lou)\n'],
  ['/actors?id=eq.1&select=name,id', '(Kim,1)\n'],
  ['/films?id=eq.1&select=id,full_title', '(1,"Harbour (1999)")\n'],
  ['/posters?film_id=eq.1&select=*,films(id)', '(1,Iris,"{""id"": 1}")\n'],
  ['/rpc/all_titles?limit=1', '(Harbour)\n'],
  ['/rpc/add_up?a=1&b=2', '3\n'],
])(
  'GET %s is made by a handler of any rows, with the columns that were chosen',
  async (path, body) => {
    expect(await get(path, 'pg/row')).toEqual([200, 'pg/row', body])
  },
)

test('an own CSV replaces ours for its table, and may set headers', async () => {
  const own = await ask('/actors?id=eq.1', { headers: { accept: 'text/csv' } })
  const ours = await ask('/critics?id=eq.1', { headers: { accept: 'text/csv' } })

  expect(own.text).toBe('Actors\nKim\n')
  expect(own.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(own.headers.get('content-disposition')).toBe('attachment')
  expect(ours.text).toBe('id,name\n1,Nia')
})

test('rows that were written are shown in an own type', async () => {
  const headers = { 'content-type': 'application/json', prefer: 'return=representation' }
  const insert = { method: 'POST', body: '{"id":9,"name":"Zoe"}', headers }
  const remove = { method: 'DELETE', headers }

  const inserted = await get('/actors', 'application/vnd.reel', insert)
  const removed = await get('/actors?id=eq.9&select=id', 'pg/row', remove)

  expect(inserted).toEqual([201, 'application/vnd.reel', '\0\xffZoe'])
  expect(removed).toEqual([200, 'pg/row', ''])
})

test('the count and the head are as always', async () => {
  const accept = 'application/vnd.reel'
  const counted = await ask('/actors?limit=1', { headers: { accept, prefer: 'count=exact' } })
  const head = await ask('/actors', { method: 'HEAD', headers: { accept } })

  expect([counted.status, counted.headers.get('content-range')]).toEqual([206, '0-0/3'])
  expect([head.status, head.headers.get('content-type'), head.text]).toEqual([200, accept, ''])
})

test.each([
  ['/actors', 'text/plain'],
  ['/actors?select=id', 'application/vnd.reel'],
  ['/actors?select=id,name', 'application/vnd.reel'],
  ['/actors?select=*,films(id)', 'application/vnd.reel'],
  ['/rpc/motto', 'text/xml'],
  ['/rpc/mottos', 'text/plain'],
  ['/rpc/every_actor', 'application/octet-stream'],
  ['/films', 'application/vnd.reel'],
])('GET %s has nothing called %s', async (path, accept) => {
  const reply = await ask(path, { headers: { accept } })

  expect([reply.status, reply.body]).toEqual([
    406,
    {
      code: 'PGRST107',
      message: `None of these media types are available: ${accept}`,
      details: null,
      hint: null,
    },
  ])
})

test('our own types for single rows and without nulls cannot be replaced', async () => {
  const accept = 'application/vnd.pgrst.object'
  const reply = await ask('/actors?id=eq.1', { headers: { accept } })

  expect(reply.body).toEqual({ id: 1, name: 'Kim' })
})

test('the plan of an own type can be asked for', async () => {
  const explaining = await serveWith({ arePlansAllowed: true })
  const accept = 'application/vnd.pgrst.plan+json; for="application/vnd.reel"; options=verbose'

  const reply = await explaining('/actors', { headers: { accept } })

  expect(reply.status).toBe(200)
  expect(reply.text).toContain('reel(')
})

test('handlers of a schema do not serve another', async () => {
  const reply = await ask('/films', {
    headers: { accept: 'application/vnd.reel', 'accept-profile': 'archive' },
  })

  expect(reply.status).toBe(406)
})
