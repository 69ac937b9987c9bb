import { expect, test } from 'vitest'
import { type Reply, useCatalog } from './rest-server.ts'

const { ask, serveWith } = useCatalog({ appSettings: { 'app.settings.greeting': 'welcome' } })

const summary = ({ status, body }: Reply) => [status, body]

test.each([
  ['08000', 503],
  ['08P01', 503],
  ['09000', 500],
  ['0L000', 403],
  ['0P000', 403],
  ['21000', 500],
  ['22000', 400],
  ['22023', 400],
  ['23502', 400],
  ['23503', 409],
  ['23505', 409],
  ['23514', 400],
  ['25000', 500],
  ['25006', 405],
  ['28000', 403],
  ['2D000', 500],
  ['38000', 500],
  ['39000', 500],
  ['3B000', 500],
  ['42501', 401],
  ['42601', 400],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53000', 503],
  ['53400', 500],
  ['54000', 500],
  ['55000', 500],
  ['58000', 500],
  ['F0000', 500],
  ['HV000', 500],
  ['P0001', 400],
  ['P0002', 500],
  ['PT402', 402],
  ['PT999', 500],
  ['XX000', 500],
  ['ZZ123', 400],
])('SQLSTATE %s is answered with %i', async (code, status) => {
  const reply = await ask('/rpc/refuse', { body: { code, message: 'the message' } })
  const isLost = code.startsWith('08')

  expect(reply.status).toBe(status)
  if (!isLost) {
    expect(reply.body).toEqual({
      code,
      message: 'the message',
      details: 'the detail',
      hint: 'the hint',
    })
  }
})

test('a missing where clause is the client’s to add', async () => {
  const reply = await ask('/rpc/refuse', {
    body: { code: '21000', message: 'UPDATE requires a WHERE clause' },
  })

  expect(reply.status).toBe(400)
})

test('every refusal names its code in a header', async () => {
  const { headers } = await ask('/nothing')

  expect(headers.get('proxy-status')).toBe('PostgREST; error=PGRST205')
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
})

test('SQL may choose the whole answer', async () => {
  const message = JSON.stringify({ code: 'my-code', message: 'my words', details: 'd', hint: 'h' })
  const detail = JSON.stringify({ status: 418, headers: { 'x-kind': 'tea' } })

  const reply = await ask('/rpc/answer_freely', { body: { message, detail } })

  expect(summary(reply)).toEqual([
    418,
    { code: 'my-code', message: 'my words', details: 'd', hint: 'h' },
  ])
  expect(reply.headers.get('x-kind')).toBe('tea')
})

test.each([
  [
    'a message that is no JSON',
    'words',
    '{"status":400,"headers":{}}',
    "Invalid JSON value for MESSAGE: 'words'",
  ],
  [
    'a message without a code',
    '{"message":"m"}',
    '{"status":400,"headers":{}}',
    `Invalid JSON value for MESSAGE: '{"message":"m"}'`,
  ],
  [
    'no detail',
    '{"code":"c","message":"m"}',
    undefined,
    'DETAIL is missing in the RAISE statement',
  ],
  [
    'a detail without headers',
    '{"code":"c","message":"m"}',
    '{"status":400}',
    `Invalid JSON value for DETAIL: '{"status":400}'`,
  ],
  [
    'a detail that is no JSON',
    '{"code":"c","message":"m"}',
    'x',
    "Invalid JSON value for DETAIL: 'x'",
  ],
])('an answer chosen with %s is our failure', async (_what, message, detail, details) => {
  const reply = await ask('/rpc/answer_freely', { body: { message, ...(detail && { detail }) } })

  expect(summary(reply)).toEqual([500, expect.objectContaining({ code: 'PGRST121', details })])
})

test('SQL may set status and headers of a success', async () => {
  const headers = JSON.stringify([
    { 'X-One': '1' },
    { 'Content-Type': 'text/plain' },
    { 'Set-Cookie': 'a=1' },
    { 'Set-Cookie': 'b=2' },
  ])

  const reply = await ask('/rpc/with_settings', { body: { status: '202', headers } })

  expect(reply.status).toBe(202)
  expect(reply.headers.get('x-one')).toBe('1')
  expect(reply.headers.get('content-type')).toBe('text/plain')
  expect(reply.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

test.each([
  ['status', 'soon', '[]', 'PGRST112', 'response.status guc must be a valid status code'],
  ['headers', '200', '{"a":"b"}', 'PGRST111', expect.stringContaining('response.headers guc')],
  ['a header of two', '200', '[{"a":"1","b":"2"}]', 'PGRST111', expect.anything()],
  ['a header that is no text', '200', '[{"a":1}]', 'PGRST111', expect.anything()],
  ['headers that are no JSON', '200', 'x', 'PGRST111', expect.anything()],
  ['a header of two lines', '200', '[{"a":"1\\n2"}]', 'PGRST111', expect.anything()],
  [
    'a header in characters that none can hold',
    '200',
    '[{"a":"лодка"}]',
    'PGRST111',
    expect.anything(),
  ],
  ['a header whose name is none', '200', '[{"a b":"1"}]', 'PGRST111', expect.anything()],
])('a wrong setting of %s is our failure', async (_what, status, headers, code, message) => {
  const reply = await ask('/rpc/with_settings', { body: { status, headers } })

  expect(summary(reply)).toEqual([500, expect.objectContaining({ code, message })])
})

test('a refusal chosen with a header that cannot be sent is our failure', async () => {
  const message = '{"code":"c","message":"m"}'
  const detail = '{"status":400,"headers":{"x-boat":"лодка"}}'

  const reply = await ask('/rpc/answer_freely', { body: { message, detail } })

  expect(summary(reply)).toEqual([500, expect.objectContaining({ code: 'PGRST111' })])
})

test('how long an answer is and how it travels is not for SQL to say', async () => {
  const headers = JSON.stringify([{ 'Content-Length': '3' }, { 'Transfer-Encoding': 'gzip' }])

  const reply = await ask('/rpc/with_settings', { body: { status: '200', headers } })

  expect(reply.status).toBe(200)
  expect(reply.headers.get('transfer-encoding')).toBeNull()
  expect(reply.headers.get('content-length')).not.toBe('3')
})

test.each([
  ['request.method', 'GET'],
  ['request.path', '/rpc/setting'],
  ['app.settings.greeting', 'welcome'],
  ['search_path', '"catalog", "public"'],
])('SQL can read %s', async (name, value) => {
  const { body } = await ask(`/rpc/setting?name=${name}`)

  expect(body).toBe(value)
})

test('SQL can read headers, and cookies apart from them', async () => {
  const headers = { 'x-mine': 'yes', cookie: 'a=1; b=two' }

  const all = await ask('/rpc/setting?name=request.headers', { headers })
  const cookies = await ask('/rpc/setting?name=request.cookies', { headers })

  expect(JSON.parse(String(all.body))).toMatchObject({ 'x-mine': 'yes' })
  expect(JSON.parse(String(all.body))).not.toHaveProperty('cookie')
  expect(JSON.parse(String(cookies.body))).toEqual({ a: '1', b: 'two' })
})

test('a function may look at every request before it runs', async () => {
  const guarded = await serveWith({ preRequest: 'vault.before_request' })

  const seen = await guarded('/rpc/setting?name=app.before')
  const banned = await guarded('/films', { headers: { 'x-banned': '1' } })
  const written = await guarded('/counters', {
    body: { name: 'x' },
    headers: { 'x-banned': '1', prefer: 'tx=commit' },
  })

  expect(seen.body).toBe('seen')
  expect(summary(banned)).toEqual([
    403,
    expect.objectContaining({ code: 'PT403', message: 'not today' }),
  ])
  expect(written.status).toBe(403)
})

test('a function without a schema is found by the search path of the request', async () => {
  const named = await serveWith({ preRequest: 'look_first' })
  const elsewhere = await serveWith({ preRequest: 'before_request', extraSearchPath: ['vault'] })
  const nowhere = await serveWith({ preRequest: 'before_request', extraSearchPath: [] })
  const before = { 'accept-profile': 'archive' }

  const inFirst = await named('/rpc/setting?name=app.before')
  const inSecond = await named('/rpc/where_am_i', { headers: before })
  const inExtra = await elsewhere('/rpc/setting?name=app.before')
  const missed = await nowhere('/films')

  expect(inFirst.body).toBe('in catalog')
  expect(inSecond.headers.get('x-looked')).toBe('in archive')
  expect(inExtra.body).toBe('seen')
  expect(summary(missed)).toEqual([404, expect.objectContaining({ code: '42883' })])
})

test('who loses every race is told so, and the next one is served', async () => {
  const lost = await ask('/rpc/lose_a_race', { body: {} })
  const next = await ask('/rpc/greet')

  expect(summary(lost)).toEqual([503, expect.objectContaining({ code: '40001' })])
  expect(lost.headers.get('retry-after')).toMatch(/^([1-9]|10)$/)
  expect(next.status).toBe(200)
})
