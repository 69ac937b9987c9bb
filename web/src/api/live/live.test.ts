// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { readRows } from '#api/calls/read-rows.ts'
import { sessionStore } from '#api/session/session.ts'
import { storageKey } from '#api/session/stored-session.ts'
import { configScript } from '#config/config-script.ts'
import { exampleConfig } from '#config/example-config.ts'
import { type FakeSocket, fakeSockets } from './fake-socket.ts'
import { startLive } from './live.ts'
import { followedStore, holdHints, pollEvery, projectTopic, staleBy } from './topics.ts'

const ID = 'c0ffee00-0000-4000-8000-000000000001'
const BOARD = projectTopic('p1')
const visibility = vi.spyOn(document, 'visibilityState', 'get')
let sockets: FakeSocket[]
let isDirty = false
const unsaved = { has: () => isDirty, watch: () => () => {} }

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  visibility.mockReturnValue('visible')
  document.body.innerHTML = configScript(exampleConfig)
  const fake = fakeSockets()
  sockets = fake.opened
  vi.stubGlobal('WebSocket', fake.WebSocket)
  signIn('token-1')
  followedStore.set([])
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('a page without a live screen opens no socket; the first one opens it, with the member’s own topic', () => {
  start()
  vi.advanceTimersByTime(120_000)
  expect(sockets).toHaveLength(0)

  followedStore.set([BOARD])

  expect(sockets.map(({ url }) => url)).toEqual([
    'wss://gitferry.test/realtime/v1/websocket?apikey=sb_publishable_example&vsn=2.0.0',
  ])
  sockets[0]?.open()
  expect([`member:${ID}`, BOARD].map((name) => sockets[0]?.joins(name))).toEqual([1, 1])
})

test('a join reads once; hints that come together read what they concern once', async () => {
  const { client, reads } = start()
  observe(client, 'board', 'tasks')
  observe(client, 'members', 'members')
  await vi.advanceTimersByTimeAsync(0)
  reads.length = 0

  const socket = await joined()
  expect(reads.toSorted()).toEqual(['board', 'members'])
  reads.length = 0
  for (let i = 0; i < 5; i += 1) socket.hint(BOARD, 'tasks')
  await vi.advanceTimersByTimeAsync(100)
  expect(reads).toEqual(['board'])

  socket.hint(BOARD, 'members')
  await vi.advanceTimersByTimeAsync(100)
  expect(reads).toEqual(['board', 'members'])
})

test('reads of the 5 s after a hint ask for the primary, because a replica may not have the change yet', async () => {
  const asked: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    asked.push(init.cache)
    return Response.json([])
  })
  const { client } = start()
  observe(client, 'board', 'tasks').setOptions({
    queryKey: ['board'],
    queryFn: () => readRows('/rest/v1/tasks?select=id'),
    meta: staleBy(BOARD, 'tasks'),
  })
  const socket = await joined()
  await vi.advanceTimersByTimeAsync(5_000)
  asked.length = 0

  await readRows('/rest/v1/tasks?select=id')
  socket.hint(BOARD, 'tasks')
  await vi.advanceTimersByTimeAsync(100)
  await vi.advanceTimersByTimeAsync(5_000)
  await readRows('/rest/v1/tasks?select=id')

  expect(asked).toEqual([undefined, 'reload', undefined])
})

test('while joined a poll comes every 5 min, and as before once the connection is lost', async () => {
  const { client, reads } = start()
  observe(client, 'board', 'tasks')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(reads).toHaveLength(3)

  const socket = await joined()
  reads.length = 0
  await heartbeats(socket, 299_000)
  expect(reads).toEqual([])
  await heartbeats(socket, 2_000)
  expect(reads).toHaveLength(1)

  socket.lose()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(reads).toHaveLength(2)
})

test('hints wait while a card is held, a form is dirty or a change is on its way', async () => {
  const { client, reads } = start()
  observe(client, 'board', 'tasks')
  const socket = await joined()
  reads.length = 0
  let finish = () => {}
  const mutationFn = () =>
    new Promise<void>((resolve) => {
      finish = resolve
    })
  const write = () => client.getMutationCache().build(client, { mutationFn }).execute(undefined)

  const drop = holdHints()
  isDirty = true
  socket.hint(BOARD, 'tasks')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reads).toEqual([])
  void write()
  await vi.advanceTimersByTimeAsync(0)
  drop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reads).toEqual([])

  finish()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reads).toEqual([])
  isDirty = false
  holdHints()()
  await vi.advanceTimersByTimeAsync(100)
  expect(reads).toEqual(['board'])
})

test('a hidden page closes the socket after a minute, and a visible one catches up', async () => {
  const { client, reads } = start()
  observe(client, 'board', 'tasks')
  const socket = await joined()

  show('hidden')
  await heartbeats(socket, 59_000)
  expect(socket.isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(socket.isClosed).toBe(true)
  reads.length = 0

  show('visible')
  await joined()
  expect(sockets).toHaveLength(2)
  expect(reads).toEqual(['board'])
})

test('a renewed session sends its token, and its end closes the socket at once', async () => {
  start()
  const socket = await joined()

  signIn('token-2')
  expect(socket.sent.slice(-2).map(([, , , event, payload]) => [event, payload])).toEqual(
    Array(2).fill(['access_token', { access_token: 'token-2' }]),
  )
  sessionStore.set({ status: 'visitor' })

  expect(socket.isClosed).toBe(true)
  vi.advanceTimersByTime(120_000)
  expect(sockets).toHaveLength(1)
})

function start() {
  const reads: string[] = []
  const client = new QueryClient({
    defaultOptions: { queries: { queryFn: ({ queryKey }) => reads.push(String(queryKey[0])) } },
  })
  onTestFinished(startLive(client, unsaved))

  return { client, reads }
}

/** As a screen does with a query that is polled every 15 s. */
function observe(client: QueryClient, name: string, ...events: string[]) {
  const refetchInterval = () => pollEvery(15_000, BOARD)
  const meta = staleBy(BOARD, ...events)
  const observer = new QueryObserver(client, { queryKey: [name], refetchInterval, meta })
  onTestFinished(observer.subscribe(() => {}))

  return observer
}

/** The socket of a screen that follows the board, when its hints arrive and what the join made stale has been read. */
async function joined(): Promise<FakeSocket> {
  followedStore.set([BOARD])
  const socket = sockets.at(-1)
  if (!socket) throw new Error('No socket was opened')
  socket.open()
  socket.reply(`member:${ID}`, 'ok')
  socket.reply(BOARD, 'ok')
  await vi.advanceTimersByTimeAsync(100)

  return socket
}

/** Lets time pass for a server that answers heartbeats. */
async function heartbeats(socket: FakeSocket, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    socket.receive(null, null, 'phoenix', 'phx_reply', {})
    await vi.advanceTimersByTimeAsync(Math.min(1_000, ms - passed))
  }
}

function show(state: 'visible' | 'hidden') {
  visibility.mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

function signIn(access_token: string) {
  const session = { access_token, expires_at: Date.now() / 1000 + 36_000, user: { id: ID } }
  localStorage.setItem(storageKey(), JSON.stringify(session))
  sessionStore.set({ status: 'member', id: ID, email: '', profile: null, cameByMail: false })
}
