import type { PushState, ReviewAnswers } from '@app/sync-panels/push-state'
import type { TargetChoice } from '@app/sync-panels/target-choice'
import { zipSync } from 'fflate'
import { inject, onTestFinished, vi } from 'vitest'
import type { FromBuilder } from '#messages/messages.ts'
import type { KnownProject } from '#store/storage.ts'
import { addressOf, playedChrome, playedPort } from './played-chrome.ts'
import { playedDatabases, playedLocks } from './played-stores.ts'

/** Generous, because processors may be busy with other tests. */
const PATIENCE = { timeout: 45_000, interval: 20 }

export const until = <Value>(look: () => Value | Promise<Value>) => vi.waitUntil(look, PATIENCE)

export type World = Awaited<ReturnType<typeof openWorker>>

/** The extension's worker from source, with a simulated browser, the real product and its stand-ins. */
export async function openWorker() {
  const played = playedChrome()
  const databases = playedDatabases()
  const navigator = { locks: playedLocks(), onLine: true, userAgent: 'played' }
  const events = new EventTarget()
  const sent: string[] = []
  const network = {
    /** Methods and addresses of all calls, the oldest first. */
    sent,
    sentTo: (part: string) => sent.filter((one) => one.includes(part)),
    isDown: false,
    /** Addresses that get no answer. */
    cut: null as ((address: string) => boolean) | null,
  }
  const realFetch = globalThis.fetch
  const channels: BroadcastChannel[] = []
  // Not deleted, because work that a test left running may still read them.
  Object.assign(globalThis, { chrome: played.chrome, indexedDB: databases, navigator })
  const globals: Record<string, unknown> = {
    __CONFIG__: inject('config'),
    BroadcastChannel: channelsOf(channels),
    addEventListener: events.addEventListener.bind(events),
    fetch: async (address: string, init?: RequestInit) => {
      sent.push(`${init?.method ?? 'GET'} ${address}`)
      if (network.isDown || network.cut?.(address)) throw new TypeError('Failed to fetch')
      return realFetch(address, init)
    },
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  const endTimers = trackTimers()
  onTestFinished(() => {
    endTimers()
    for (const channel of channels) channel.close()
    played.forgetListeners()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  const world = {
    ...played,
    navigator,
    network,
    databases,
    /** Another worker over the same stores, as after Chrome has ended one. */
    async startWorker(): Promise<void> {
      played.forgetListeners()
      navigator.locks = playedLocks()
      vi.resetModules()
      await import('#worker/worker.ts')
    },
    /** The worker is idle. */
    async rest(): Promise<void> {
      await vi.waitUntil(async () => (await navigator.locks.query()).held.length === 0, PATIENCE)
    },
    async goOnline(): Promise<void> {
      navigator.onLine = true
      network.isDown = false
      events.dispatchEvent(new Event('online'))
    },
    goOffline(): void {
      navigator.onLine = false
      network.isDown = true
    },
    ring: (name: string) => played.events.onAlarm.emit({ name, scheduledTime: Date.now() }),
    /** Sends a request as a page of the extension. */
    ask: (name: string, ...args: unknown[]) =>
      tell(played, { kind: 'ask', name, args }, { id: 'played', url: addressOf('panel.html') }),
    /** Sends a message as the script in a page of the builder. */
    fromBuilder: (message: FromBuilder) =>
      tell(played, message, { id: 'played', origin: inject('config').builderUrl, tab: { id: 1 } }),
    /** Sends a message as the script in a page of our site. */
    fromSite: (message: object) =>
      tell(played, message, { id: 'played', origin: inject('config').siteUrl, tab: { id: 1 } }),
    read: async <Value>(area: 'local' | 'session', key: string): Promise<Value | undefined> =>
      (await played.chrome.storage[area].get(key))[key] as Value | undefined,
    keep: (area: 'local' | 'session', values: Record<string, unknown>) =>
      played.chrome.storage[area].set(values),
    openPanel: (project: string) => openPanel(played, project),
    /** A project of the builder, and the ZIP that the user chose for its next comparison. */
    async giveProject(id: string, files: Record<string, string | Uint8Array>): Promise<void> {
      type Projects = Record<string, KnownProject>
      const { projects = {} } = await played.chrome.storage.local.get('projects')
      const all = projects as Projects
      await world.keep('local', {
        projects: { ...all, [id]: { ...(all[id] as KnownProject), id, name: id } },
      })
      const bytes = zipOf(files)
      databases
        .store('captures')
        .set(`given ${id}`, { zip: new Blob([bytes]), sha256: '', at: Date.now() })
    },
  }
  await world.startWorker()
  // The database is made by the worker's first look at it.
  await until(() => databases.hasStores())

  return world
}

const zipOf = (files: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, content]) => [
        `project/${path}`,
        typeof content === 'string' ? new TextEncoder().encode(content) : content,
      ]),
    ),
  )

type Played = ReturnType<typeof playedChrome>

async function tell(
  { events }: Played,
  message: object,
  sender: Parameters<Played['events']['onMessage']['emit']>[1],
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    void events.onMessage.emit(message, sender, (answer) => {
      const { value, error } = Object(answer) as { value?: unknown; error?: unknown }
      if (error) reject(error)
      else resolve(value)
    })
  })
}

/** Workers of different tests do not receive each other's messages. */
function channelsOf(opened: BroadcastChannel[]) {
  const browser = crypto.randomUUID()

  return class extends BroadcastChannel {
    constructor(name: string) {
      super(`${browser} ${name}`)
      opened.push(this)
    }
  }
}

/** A worker's pending waits end with its test. */
function trackTimers(): () => void {
  const { setTimeout: later, setInterval: repeat } = globalThis
  const timers: unknown[] = []
  const tracked = (begin: typeof later) => (work: () => void, ms: number, value?: unknown) => {
    const timer = begin(work, ms, value)
    timers.push(timer)
    return timer
  }
  vi.stubGlobal('setTimeout', tracked(later))
  vi.stubGlobal('setInterval', tracked(repeat as typeof later))

  return () => {
    for (const timer of timers) clearTimeout(timer as number)
  }
}

/** A panel's port to the push of its project. */
function openPanel({ events }: Played, project: string) {
  const port = playedPort(`push-${project}`, { id: 'played', url: addressOf('panel.html') })
  let state = null as PushState | null
  let lastId = 0
  port.other.onMessage.addListener((message) => {
    const { state: next } = message as { state?: PushState }
    if (next) state = next
  })
  void events.onConnect.emit(port.worker)
  const call = (name: string, ...args: unknown[]) => {
    lastId += 1
    port.other.postMessage({ id: lastId, name, args })
  }
  const until = async <Step extends PushState['step']>(step: Step) => {
    const isThere = () => state?.step === step
    await vi.waitUntil(isThere, PATIENCE).catch(() => {
      const failure = state && 'failure' in state && state.failure?.error
      throw new Error(`${project} is at ${state?.step}, not at ${step}: ${JSON.stringify(failure)}`)
    })
    return state as Extract<PushState, { step: Step }>
  }

  return {
    get state() {
      return state
    },
    until,
    review: (choice: TargetChoice) => {
      state = null
      call('review', choice)
    },
    push: (digest: string, answers: ReviewAnswers) => call('push', digest, answers),
    cancel: () => call('cancel'),
    close: () => port.other.disconnect(),
    /** Compares, and confirms everything that is asked. */
    async confirm(choice: TargetChoice): Promise<void> {
      this.review(choice)
      const { review } = await until('review')
      const { digest, needs } = review.comparison
      this.push(digest, { message: 'Confirmed', choices: { confirmed: needs } })
    },
    /** Why the last step failed. */
    failure: async () =>
      vi.waitUntil(() => state && 'failure' in state && state.failure?.error, PATIENCE),
  }
}
