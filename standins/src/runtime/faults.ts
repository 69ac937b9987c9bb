import { setTimeout as wait } from 'node:timers/promises'
import type { Memory } from './memory.ts'

/** A fault to inject: which calls it matches, how often, and what happens to them. */
export type Fault = {
  id: string
  /** A method, or `*`. */
  method: string
  /** A path in which `*` stands for anything. */
  path: string
  /** How many matching calls still pass before it applies. */
  passes: number
  /** How many calls it still applies to; null: until it is deleted. */
  remaining: number | null
  latencyMs: number
  /** Answered instead of handling the call; null: the call is handled. */
  status: number | null
  headers: Record<string, string>
  body: unknown
  /** The response body is truncated. */
  malformed: boolean
  /** Drops the connection before the call is handled, or after it but before the response. */
  drop: 'before' | 'after' | null
}

export type Faults = {
  list(): readonly Fault[]
  add(fault: Fault): Promise<void>
  remove(id: string): Promise<void>
  clear(): Promise<void>
  /** The fault that matches this call, if any; counts as one use of it. */
  consume(method: string, path: string): Promise<Fault | undefined>
  /** Ends after the latency of the fault, or as soon as the fault is deleted. */
  delay(fault: Fault): Promise<void>
}

export function openFaults(memory: Memory<{ faults: Fault[] }>): Faults {
  const keep = (choose: (fault: Fault) => boolean) =>
    memory.change((state) => {
      state.faults = state.faults.filter(choose)
    })

  const deletions = new Map<string, AbortController>()
  const deletionOf = (id: string) => {
    const deletion = deletions.get(id) ?? new AbortController()
    deletions.set(id, deletion)
    return deletion
  }
  const endDelays = (id: string) => {
    deletions.get(id)?.abort()
    deletions.delete(id)
  }

  return {
    list: () => memory.state.faults,
    async add(fault) {
      await memory.change((state) => state.faults.push(fault))
    },
    async remove(id) {
      await keep((fault) => fault.id !== id)
      endDelays(id)
    },
    async clear() {
      await keep(() => false)
      for (const id of deletions.keys()) endDelays(id)
    },
    delay: ({ id, latencyMs }) =>
      wait(latencyMs, undefined, { signal: deletionOf(id).signal }).catch(() => {}),
    async consume(method, path) {
      const met = memory.state.faults.filter((one) => matchesCall(one, method, path))
      const fault = met.find(({ passes }) => passes === 0)
      const waiting = met.filter(({ passes }) => passes > 0)
      for (const one of waiting) one.passes -= 1
      if (fault && fault.remaining !== null) fault.remaining -= 1
      if (waiting.length > 0 || (fault && fault.remaining !== null)) {
        await keep((one) => one.remaining !== 0)
      }
      return fault
    },
  }
}

/** A method, or `*`; a path in which `*` stands for anything. */
export type CallPattern = { method: string; path: string }

export function matchesCall(wanted: CallPattern, method: string, path: string): boolean {
  const pattern = wanted.path.split('*').map(escapePattern).join('.*')

  return (
    (wanted.method === '*' || wanted.method === method) &&
    new RegExp(`^${pattern}$`, 's').test(path)
  )
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
