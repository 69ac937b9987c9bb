// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Connection } from './connection.ts'
import { type FakeSocket, fakeSockets } from './fake-socket.ts'

const online = vi.spyOn(navigator, 'onLine', 'get')
const random = vi.spyOn(Math, 'random')
let sockets: FakeSocket[]
let token: string | null

beforeEach(() => {
  vi.useFakeTimers()
  const fake = fakeSockets()
  sockets = fake.opened
  vi.stubGlobal('WebSocket', fake.WebSocket)
  token = 'token-1'
  online.mockReturnValue(true)
  // The middle of ± 30 %.
  random.mockReturnValue(0.5)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('followed topics are joined privately with the token; what SQL sends is a hint', () => {
  const { connection, hints, joined } = connect()

  connection.follow(['project:1', 'member:2'])
  const [socket] = opened()
  socket.reply('project:1', 'ok')
  socket.reply('member:2', 'ok')
  socket.hint('project:1', 'tasks')
  socket.hint('project:9', 'tasks')

  expect(socket.url).toBe('wss://gitferry.test/socket')
  expect(socket.sent.map(([, , topic, event, payload]) => ({ topic, event, payload }))).toEqual(
    ['project:1', 'member:2'].map((name) => ({
      topic: `realtime:${name}`,
      event: 'phx_join',
      payload: { config: { private: true }, access_token: 'token-1' },
    })),
  )
  expect(joined()).toEqual(['project:1', 'member:2'])
  expect(hints).toEqual(['project:1 tasks'])
})

test('a lost connection is opened again after 1, 2, 5 and 10 s, and after 1 s again once it worked', () => {
  const { connection, joined, added } = connect()
  connection.follow(['project:1'])
  opened()[0].reply('project:1', 'ok')
  expect(joined()).toEqual(['project:1'])

  for (const [i, pause] of [1_000, 2_000, 5_000, 10_000, 10_000].entries()) {
    sockets.at(-1)?.lose()
    expect(joined()).toEqual([])
    vi.advanceTimersByTime(pause - 1)
    expect(sockets).toHaveLength(i + 1)
    vi.advanceTimersByTime(1)
    expect(sockets).toHaveLength(i + 2)
  }
  sockets.at(-1)?.open()
  sockets.at(-1)?.reply('project:1', 'ok')
  expect(added).toEqual(['project:1', 'project:1'])
  sockets.at(-1)?.lose()
  vi.advanceTimersByTime(1_000)
  expect(sockets).toHaveLength(7)
})

test('pauses differ by up to 30 %, so that pages do not return all at once', () => {
  for (const [chance, pause] of [
    [0, 700],
    [0.999_999, 1_300],
  ] as const) {
    random.mockReturnValue(chance)
    const { connection } = connect()
    connection.follow(['project:1'])
    const before = sockets.length
    sockets.at(-1)?.lose()

    vi.advanceTimersByTime(pause - 2)
    expect(sockets).toHaveLength(before)
    vi.advanceTimersByTime(3)
    expect(sockets).toHaveLength(before + 1)
    connection.follow([])
  }
})

test('a heartbeat goes every 25 s; a server that does not answer it counts as lost', () => {
  const { connection, joined } = connect()
  connection.follow(['project:1'])
  const [socket] = opened()
  socket.reply('project:1', 'ok')

  vi.advanceTimersByTime(25_000)
  expect(socket.sent.at(-1)?.slice(2, 4)).toEqual(['phoenix', 'heartbeat'])
  socket.receive(null, 'any', 'phoenix', 'phx_reply', { status: 'ok', response: {} })
  vi.advanceTimersByTime(25_000)
  expect(joined()).toEqual(['project:1'])
  vi.advanceTimersByTime(25_000)

  expect(joined()).toEqual([])
  expect(socket.isClosed).toBe(true)
})

test('a topic that may not be read is asked for again only with another token', () => {
  const { connection, joined } = connect()
  connection.follow(['project:1', 'member:2'])
  const [socket] = opened()
  socket.reply('member:2', 'ok')

  socket.reply('project:1', 'error', 'Unauthorized: You do not have permissions')
  vi.advanceTimersByTime(20_000)
  connection.renew()
  expect(socket.joins('project:1')).toBe(1)
  token = 'token-2'
  connection.renew()

  expect(socket.joins('project:1')).toBe(2)
  expect(socket.sent.slice(-2).map(([, , topic, event]) => `${topic} ${event}`)).toEqual([
    'realtime:member:2 access_token',
    'realtime:project:1 phx_join',
  ])
  expect(joined()).toEqual(['member:2'])
})

test('the server’s end of a channel is final, a gap or a passing failure is not', () => {
  const { connection, joined } = connect()
  connection.follow(['project:1', 'project:2', 'project:3'])
  const [socket] = opened()
  socket.reply('project:1', 'ok')
  socket.reply('project:2', 'ok')

  socket.receive(socket.refOf('project:1'), null, 'realtime:project:1', 'phx_close', {})
  socket.receive(socket.refOf('project:2'), null, 'realtime:project:2', 'phx_error', {})
  socket.reply('project:3', 'error', 'UnableToConnectToProject: the database is away')
  expect(joined()).toEqual([])
  vi.advanceTimersByTime(20_000)

  expect(['project:1', 'project:2', 'project:3'].map((name) => socket.joins(name))).toEqual([
    1, 2, 2,
  ])
})

test('a topic is left when it is no longer followed, and the socket closes with the last', () => {
  const { connection, joined, hints } = connect()
  connection.follow(['project:1', 'project:2'])
  const [socket] = opened()
  socket.reply('project:1', 'ok')
  socket.reply('project:2', 'ok')

  connection.follow(['project:2'])
  expect(socket.sent.at(-1)?.slice(2, 4)).toEqual(['realtime:project:1', 'phx_leave'])
  socket.hint('project:1', 'tasks')
  expect(hints).toEqual([])
  expect(joined()).toEqual(['project:2'])

  connection.follow([])
  expect(socket.isClosed).toBe(true)
  vi.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(1)
})

test('offline or without a valid token nothing is opened until there is', () => {
  const { connection } = connect()
  online.mockReturnValue(false)
  connection.follow(['project:1'])
  vi.advanceTimersByTime(30_000)
  expect(sockets).toHaveLength(0)

  online.mockReturnValue(true)
  token = null
  vi.advanceTimersByTime(30_000)
  expect(sockets).toHaveLength(0)

  token = 'token-2'
  vi.advanceTimersByTime(10_000)
  expect(sockets).toHaveLength(1)
})

function connect() {
  let now: string[] = []
  const hints: string[] = []
  const added: string[] = []
  const connection = new Connection({
    address: 'wss://gitferry.test/socket',
    token: () => token,
    onHint: (topic, event) => void hints.push(`${topic} ${event}`),
    onChange: (joined, topic) => {
      now = [...joined]
      if (topic) added.push(topic)
    },
  })

  return { connection, hints, added, joined: () => now }
}

/** The socket that the connection opened. */
function opened(): [FakeSocket] {
  const socket = sockets.at(-1)
  if (!socket) throw new Error('No socket was opened')
  socket.open()

  return [socket]
}
