import type { Memory } from './memory.ts'

/** A fault to inject: which calls it matches, how often, and what happens to them. */
export type Fault = {
  id: string
  /** A method, or `*`. */
  method: string
  /** A path in which `*` stands for anything. */
  path: string
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
}

export function openFaults(memory: Memory<{ faults: Fault[] }>): Faults {
  const keep = (choose: (fault: Fault) => boolean) =>
    memory.change((state) => {
      state.faults = state.faults.filter(choose)
    })

  return {
    list: () => memory.state.faults,
    async add(fault) {
      await memory.change((state) => state.faults.push(fault))
    },
    remove: (id) => keep((fault) => fault.id !== id),
    clear: () => keep(() => false),
    async consume(method, path) {
      const fault = memory.state.faults.find((one) => matches(one, method, path))
      if (fault && fault.remaining !== null) {
        fault.remaining -= 1
        await keep((one) => one.remaining !== 0)
      }
      return fault
    },
  }
}

function matches(fault: Fault, method: string, path: string): boolean {
  const pattern = fault.path.split('*').map(escapePattern).join('.*')

  return (
    (fault.method === '*' || fault.method === method) && new RegExp(`^${pattern}$`, 's').test(path)
  )
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
