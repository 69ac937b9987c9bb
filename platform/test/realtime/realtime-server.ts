import { RealtimeClient } from '@supabase/supabase-js'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { type AuthOptions, startAuthOn } from '#test/auth-server.ts'
import { startTestServer, type TestServerOptions } from '#test/test-server.ts'

type Options = AuthOptions & {
  adjust?: NonNullable<Parameters<typeof startTestServer>[0]>['adjust']
}

/** A server with realtime, and sockets to it that close with the test. */
export async function startRealtime({ adjust, ...options }: Options = {}) {
  const start = (needs: TestServerOptions) =>
    startTestServer({ ...needs, ...(adjust && { adjust }) })
  const auth = await startAuthOn(start, options)
  const address = auth.url.replace(/^http/, 'ws')

  return {
    ...auth,
    address: `${address}/realtime/v1/websocket`,
    /** The official client. */
    client: (vsn: Vsn, key = auth.keys.publishable) =>
      officialClient(`${address}/realtime/v1`, vsn, key),
    socket: (options: SocketOptions = {}) =>
      openSocket(`${address}/realtime/v1/websocket`, { key: auth.keys.publishable, ...options }),
  }
}

export type RealtimeServer = Awaited<ReturnType<typeof startRealtime>>
export type Vsn = '1.0.0' | '2.0.0'
export const VERSIONS: Vsn[] = ['1.0.0', '2.0.0']

function officialClient(url: string, vsn: Vsn, apikey: string): RealtimeClient {
  const client = new RealtimeClient(url, { transport: WebSocket, vsn, params: { apikey } } as never)
  onTestFinished(() => void client.disconnect())

  return client
}

/** Resolves when the channel is joined; rejects with why it is not. */
export const subscribed = (channel: ReturnType<RealtimeClient['channel']>) =>
  new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve()
      else reject(error ?? new Error(status))
    })
  })

type SocketOptions = {
  vsn?: Vsn
  key?: string
  headers?: Record<string, string>
  query?: string
}

export type Message = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: what the server says is compared, not used.
  payload: any
}

/** A socket without the official client, for what it hides. */
export async function openSocket(
  address: string,
  { vsn = '2.0.0', key = '', headers = {}, query = '' }: SocketOptions,
) {
  const socket = new WebSocket(`${address}?apikey=${key}&vsn=${vsn}${query}`, { headers })
  onTestFinished(() => socket.terminate())
  const received: Message[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    received.push(isBinary ? binaryMessage(data) : textMessage(data.toString()))
    for (const look of waiting) look()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => {})
  let count = 0

  /** The first message that fits, taken out of those received. */
  const next = (fits: Partial<Message> | ((message: Message) => boolean)): Promise<Message> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const at = received.findIndex((message) => doesFit(message, fits))
        if (at === -1) return
        waiting.delete(look)
        resolve(received.splice(at, 1)[0] as Message)
      }
      waiting.add(look)
      look()
      void closed.then(({ code }) => reject(new Error(`closed ${code} while waiting`)))
    })
  const push = (
    topic: string,
    event: string,
    payload: object = {},
    joinRef: string | null = null,
  ) => {
    const ref = String(++count)
    const text =
      vsn === '2.0.0'
        ? JSON.stringify([joinRef ?? ref, ref, topic, event, payload])
        : JSON.stringify({ topic, event, payload, ref, join_ref: joinRef ?? ref })
    socket.send(text)
    return ref
  }
  /** Sends and waits for the reply. */
  const ask = async (topic: string, event: string, payload: object = {}) => {
    const ref = push(topic, event, payload)
    const { payload: reply } = await next((one) => one.event === 'phx_reply' && one.ref === ref)
    return reply as { status: string; response: Record<string, unknown> }
  }

  return {
    socket,
    received,
    closed,
    next,
    push,
    ask,
    join: (name: string, config: object = {}, token?: string) =>
      ask(`realtime:${name}`, 'phx_join', { config, ...(token && { access_token: token }) }),
    /** Answers after everything that was sent before has been handled. */
    settled: () => ask('phoenix', 'heartbeat'),
  }
}

export type TestSocket = Awaited<ReturnType<typeof openSocket>>

const doesFit = (message: Message, fits: Partial<Message> | ((one: Message) => boolean)) =>
  typeof fits === 'function'
    ? fits(message)
    : Object.entries(fits).every(([name, value]) => message[name as keyof Message] === value)

function textMessage(text: string): Message {
  const value = JSON.parse(text)
  if (!Array.isArray(value)) return { joinRef: null, ...value }
  const [joinRef, ref, topic, event, payload] = value

  return { joinRef, ref, topic, event, payload }
}

function binaryMessage(data: Buffer): Message {
  const [kind, topicBytes = 0, eventBytes = 0, metaBytes = 0, encoding] = data
  let at = 5
  const text = (length: number) => {
    at += length
    return data.subarray(at - length, at).toString()
  }
  const topic = text(topicBytes)
  const event = text(eventBytes)
  const meta = text(metaBytes)
  const bytes = data.subarray(at)

  return {
    joinRef: null,
    ref: null,
    topic,
    event: `binary ${kind}`,
    payload: {
      event,
      ...(meta && { meta: JSON.parse(meta) }),
      payload: encoding === 1 ? JSON.parse(bytes.toString()) : bytes,
    },
  }
}

/** A binary broadcast of version 2.0.0. */
export function pushFrame(
  { joinRef = '1', ref = '', topic, event, meta = '' }: Record<string, string>,
  encoding: number,
  payload: Buffer,
): Buffer {
  const strings = [joinRef, ref, topic, event, meta].map((text) => Buffer.from(text ?? ''))

  return Buffer.concat([
    Buffer.from([3, ...strings.map(({ length }) => length), encoding]),
    ...strings,
    payload,
  ])
}

/** The answer to a handshake that is refused. */
export async function refusedHandshake(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, { headers })
  return new Promise<{ status: number; headers: Record<string, unknown>; body: unknown }>(
    (resolve, reject) => {
      socket.once('open', () => reject(new Error('The handshake was accepted')))
      socket.once('error', () => {})
      socket.once('unexpected-response', (_request, response) => {
        let text = ''
        response.on('data', (piece: Buffer) => {
          text += piece
        })
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: JSON.parse(text),
          }),
        )
      })
    },
  )
}
