import type { Memory } from './memory.ts'

/** A bad day to order: which calls it meets, how often, and what happens to them. */
export type Fault = {
  id: string
  /** A method, or `*`. */
  method: string
  /** A path in which `*` stands for anything. */
  path: string
  /** How many calls it will still meet; null means until it is deleted. */
  remaining: number | null
  latencyMs: number
  /** Answered instead of doing the work; null lets the work be done. */
  status: number | null
  headers: Record<string, string>
  body: unknown
  /** The answer breaks off in the middle. */
  malformed: boolean
  /** Hangs up before the work is done, or after it but before the answer. */
  drop: 'before' | 'after' | null
}

export type Faults = {
  list(): readonly Fault[]
  add(fault: Fault): Promise<void>
  remove(id: string): Promise<void>
  clear(): Promise<void>
  /** The fault this call runs into, if any. It counts as met. */
  meet(method: string, path: string): Promise<Fault | undefined>
}

export function keepFaults(memory: Memory<{ faults: Fault[] }>): Faults {
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
    async meet(method, path) {
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
  const pattern = fault.path.split('*').map(literally).join('.*')

  return (
    (fault.method === '*' || fault.method === method) && new RegExp(`^${pattern}$`, 's').test(path)
  )
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
