import type { PushService, PushState } from '@app/sync-panels/push-state'
import { PUSH_PORT } from '#messages/messages.ts'
import type { PushCall } from '#worker/pushes.ts'

type FromWorker = { state: PushState } | { id: number; value?: unknown; error?: string }

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void }

/** The push service of one project; the worker does the work, even after this page is closed. */
export function openPushService(project: string): PushService & { close: () => void } {
  const watchers = new Set<(state: PushState) => void>()
  const waiting = new Map<number, Waiting>()
  let port: chrome.runtime.Port | null = null
  let lastId = 0
  let isClosed = false
  let last: PushState | null = null
  let isReset = false

  function connected(): chrome.runtime.Port {
    if (port) return port
    const opened = chrome.runtime.connect({ name: `${PUSH_PORT}${project}` })
    port = opened
    opened.onMessage.addListener((message: FromWorker) => {
      if ('state' in message) return tell(message.state)
      const call = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.error !== undefined) call?.reject(new Error(message.error))
      else call?.resolve(message.value)
    })
    opened.onDisconnect.addListener(() => {
      port = null
      for (const { reject } of waiting.values()) reject(new Error('the worker has ended'))
      waiting.clear()
      // A terminated worker restarts with the next call, and reports the current state.
      if (!isClosed && watchers.size > 0) void service.running().then(tell, () => undefined)
    })
    return opened
  }

  const tell = (state: PushState) => {
    // An idle worker is terminated and forgets a finished push, but this page does not.
    if (last?.step === 'done' && state.step === 'choose' && !isReset) return
    isReset = false
    last = state
    for (const onState of watchers) onState(state)
  }

  function call<Name extends PushCall['name']>(
    name: Name,
    ...args: Extract<PushCall, { name: Name }>['args']
  ): Promise<unknown> {
    lastId += 1
    const id = lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      connected().postMessage({ id, name, args })
    })
  }

  const send = (work: Promise<unknown>) => void work.catch(() => undefined)

  const service: PushService & { close: () => void } = {
    review: (choice) => send(call('review', choice)),
    push: (digest, answers) => send(call('push', digest, answers)),
    goOn: () => send(call('goOn')),
    openPullRequest: (draft) => send(call('openPullRequest', draft)),
    cancel: () => send(call('cancel')),
    reset: () => {
      isReset = true
      send(call('reset'))
    },
    running: async () => (await call('running')) as PushState,
    pushIdle: async (linked, branch) =>
      (await call('pushIdle', linked, branch)) as Awaited<ReturnType<PushService['pushIdle']>>,
    contentOf: async (sha) => {
      const base64 = (await call('contentOf', sha)) as string | null
      return base64 === null ? null : Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    },
    watch(onState) {
      watchers.add(onState)
      return () => watchers.delete(onState)
    },
    close() {
      isClosed = true
      port?.disconnect()
    },
  }
  return service
}
