/** Where Node keeps the connections of `fetch`. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1')

type Dispatcher = { close(): Promise<void> }

/**
 * Ends the connections that `fetch` keeps for later requests: a server that stops looks at them twice, with a pause
 * between, before it closes them. Running requests go on.
 */
export function closeIdleConnections(): void {
  const used: Dispatcher | undefined = Reflect.get(globalThis, DISPATCHER)
  if (!used) return

  Reflect.set(globalThis, DISPATCHER, Reflect.construct(used.constructor, []))
  void used.close()
}
