import type { Query, QueryClient } from '@tanstack/react-query'
import { noteHint } from '#api/session/authorized-fetch.ts'
import { sessionStore } from '#api/session/session.ts'
import { freshSession } from '#api/session/stored-session.ts'
import { readConfigScript } from '#config/config-script.ts'
import { Connection } from './connection.ts'
import { appliedStore, followedStore, holdsStore, joinedStore, MEMBER_TOPIC } from './topics.ts'

const CLOSE_AFTER_MS = 60_000
/** Several hints of one change cause one read. */
const COLLECT_MS = 50

/** Whether typed text is not saved, and what tells of changes. */
type Unsaved = { has: () => boolean; watch: (listener: () => void) => () => void }

/** Refreshes queries when the server hints at changes, while a visible screen follows topics. Returns a function that stops it. */
export function startLive(client: QueryClient, unsaved: Unsaved): () => void {
  const waiting = new Set<string>()
  let applying: ReturnType<typeof setTimeout> | undefined
  let closing: ReturnType<typeof setTimeout> | undefined
  const connection = new Connection({
    address: socketAddress(),
    token: () => freshSession()?.access_token ?? null,
    onHint: (topic, event) => note(`${shortOf(topic)} ${event}`),
    onChange: (joined, added) => {
      const before = joinedStore.get()
      const now = new Set([...joined].map(shortOf))
      joinedStore.set(now)
      // What happened before the join is unknown.
      if (added) note(`${shortOf(added)} `)
      if ([...before].some((topic) => !now.has(topic))) restartPolls(client)
    },
  })
  const stops = [
    followedStore.subscribe(update),
    sessionStore.subscribe(update),
    holdsStore.subscribe(applySoon),
    unsaved.watch(applySoon),
    client.getMutationCache().subscribe(applySoon),
  ]
  document.addEventListener('visibilitychange', update)
  // Browsers keep no page for the Back button that has an open socket.
  addEventListener('pagehide', close)
  addEventListener('pageshow', update)
  update()

  return () => {
    for (const stop of stops) stop()
    document.removeEventListener('visibilitychange', update)
    removeEventListener('pagehide', close)
    removeEventListener('pageshow', update)
    clearTimeout(applying)
    close()
  }

  function update() {
    const session = sessionStore.get()
    if (session.status !== 'member') return close()

    connection.renew()
    const topics = document.visibilityState === 'visible' ? followedStore.get() : []
    clearTimeout(closing)
    if (topics.length === 0) closing = setTimeout(close, CLOSE_AFTER_MS)
    else {
      const all = new Set([MEMBER_TOPIC, ...topics])
      connection.follow([...all].map((one) => (one === MEMBER_TOPIC ? OWN + session.id : one)))
    }
  }

  function close() {
    clearTimeout(closing)
    connection.follow([])
  }

  function note(hint: string) {
    waiting.add(hint)
    applySoon()
  }

  function applySoon() {
    if (waiting.size > 0) applying ??= setTimeout(apply, COLLECT_MS)
  }

  function apply() {
    applying = undefined
    if (holdsStore.get() > 0 || unsaved.has() || client.isMutating() > 0) return
    const hints = [...waiting]
    waiting.clear()
    appliedStore.set(hints)
    noteHint()
    const isStale = (query: Query) =>
      hintsOf(query).some((hint) => hints.some((one) => hint.startsWith(one)))
    void client.invalidateQueries({ predicate: isStale })
  }
}

const OWN = `${MEMBER_TOPIC}:`

const shortOf = (topic: string) => (topic.startsWith(OWN) ? MEMBER_TOPIC : topic)

const hintsOf = ({ meta }: Query) => (meta?.hints ?? []) as string[]

/** Observers choose their interval anew at each change of state. */
function restartPolls(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ type: 'active' })) {
    if (hintsOf(query).length > 0) query.setState({})
  }
}

function socketAddress(): string {
  const { apiUrl, publishableKey } = readConfigScript()

  return `${apiUrl.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`
}
