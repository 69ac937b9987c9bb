import { join } from 'node:path'
import { type Fault, type Faults, keepFaults } from './faults.ts'
import { openMemory } from './memory.ts'
import { keepRequestLog, type RequestLog } from './request-log.ts'
import { openSharedClock, type SharedClock } from './shared-clock.ts'

/** What the control side works on. Time and faults outlive a restart, the log does not. */
export type ControlDesk = {
  clock: SharedClock
  faults: Faults
  log: RequestLog
  reset(): Promise<void>
  close(): Promise<void>
}

export function openControlDesk(folder: string, clockFile: string): ControlDesk {
  const memory = openMemory(join(folder, 'control.json'), () => ({
    faults: [] as Fault[],
  }))

  const clock = openSharedClock(clockFile)
  const log = keepRequestLog(clock)

  return {
    clock,
    faults: keepFaults(memory),
    log,
    async reset() {
      log.clear()
      await Promise.all([memory.reset(), clock.shift(0)])
    },
    close: memory.close,
  }
}
