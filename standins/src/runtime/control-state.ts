import { join } from 'node:path'
import { type Fault, type Faults, openFaults } from './faults.ts'
import { openMemory } from './memory.ts'
import { openRequestLog, type RequestLog } from './request-log.ts'
import { openSharedClock, type SharedClock } from './shared-clock.ts'

/** What the control API reads and changes. Clock and faults survive a restart, the log does not. */
export type ControlState = {
  clock: SharedClock
  faults: Faults
  log: RequestLog
  reset(): Promise<void>
  close(): Promise<void>
}

export function openControlState(folder: string, clockFile: string): ControlState {
  const memory = openMemory(join(folder, 'control.json'), () => ({
    faults: [] as Fault[],
  }))

  const clock = openSharedClock(clockFile)
  const log = openRequestLog(clock)

  return {
    clock,
    faults: openFaults(memory),
    log,
    async reset() {
      log.clear()
      await Promise.all([memory.reset(), clock.shift(0)])
    },
    close: memory.close,
  }
}
