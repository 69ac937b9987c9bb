import { join } from 'node:path'
import type { Clock } from './clock.ts'
import { type Fault, type Faults, keepFaults } from './faults.ts'
import { openMemory } from './memory.ts'
import { keepRequestLog, type RequestLog } from './request-log.ts'

type ShiftedClock = Clock & { readonly offsetMs: number; shift(offsetMs: number): Promise<void> }

/** What the control side works on. Time and faults outlive a restart, the log does not. */
export type ControlDesk = {
  clock: ShiftedClock
  faults: Faults
  log: RequestLog
  reset(): Promise<void>
  close(): Promise<void>
}

export function openControlDesk(folder: string): ControlDesk {
  const memory = openMemory(join(folder, 'control.json'), () => ({
    clockOffsetMs: 0,
    faults: [] as Fault[],
  }))

  const clock: ShiftedClock = {
    now: () => Date.now() + memory.state.clockOffsetMs,
    get offsetMs() {
      return memory.state.clockOffsetMs
    },
    shift: (offsetMs) =>
      memory.change((state) => {
        state.clockOffsetMs = offsetMs
      }),
  }
  const log = keepRequestLog(clock)

  return {
    clock,
    faults: keepFaults(memory),
    log,
    async reset() {
      log.clear()
      await memory.reset()
    },
    close: memory.close,
  }
}
