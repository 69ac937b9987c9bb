import { maskText } from '#api/errors/mask-secrets.ts'
import { createStore, useStore } from '#api/session/store.ts'

export type LoggedCall = {
  id: number
  /** Milliseconds since 1970. */
  at: number
  method: string
  address: string
  /** The beginning of the sent token. */
  token: string | null
  /** Null while it runs, 0 if there was no answer. */
  status: number | null
  durationMs: number | null
}

const MOST_CALLS = 500

const NONE: readonly LoggedCall[] = []

const log = createStore<readonly LoggedCall[]>(NONE)
let lastId = 0

/** Newest first. */
export const useCallLog = () => useStore(log, NONE)

export const clearCallLog = () => log.set(NONE)

/** Sends a request and logs the parts that a reader may see. */
export async function loggedFetch(
  input: RequestInfo | URL,
  init?: RequestInit,
  send: typeof fetch = fetch,
): Promise<Response> {
  const began = performance.now()
  const id = begin(input, init)
  const end = (status: number) =>
    change(id, { status, durationMs: Math.round(performance.now() - began) })

  try {
    const answer = await send(input, init)
    end(answer.status)
    return answer
  } catch (error) {
    end(0)
    throw error
  }
}

function begin(input: RequestInfo | URL, init: RequestInit | undefined): number {
  lastId += 1
  const [, secret] = /^\w+ (.+)$/.exec(new Headers(init?.headers).get('authorization') ?? '') ?? []
  const call: LoggedCall = {
    id: lastId,
    at: Date.now(),
    method: init?.method ?? 'GET',
    address: input instanceof Request ? input.url : String(input),
    token: secret ? maskText(secret) : null,
    status: null,
    durationMs: null,
  }

  log.set([call, ...log.get()].slice(0, MOST_CALLS))
  return lastId
}

function change(id: number, ended: Pick<LoggedCall, 'status' | 'durationMs'>): void {
  log.set(log.get().map((call) => (call.id === id ? { ...call, ...ended } : call)))
}
