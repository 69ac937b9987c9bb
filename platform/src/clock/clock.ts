/** Time is a dependency, so that tests and stand-ins can move it (refused in production). */
export type Clock = {
  now(): Date
  /** How far this clock is ahead of the machine's; passed to SQL so that both agree. */
  offsetMs(): number
}

export const machineClock: Clock = {
  now: () => new Date(),
  offsetMs: () => 0,
}

export type MovableClock = Clock & { moveTo(offsetMs: number): void }

export function movableClock(): MovableClock {
  let offset = 0

  return {
    now: () => new Date(Date.now() + offset),
    offsetMs: () => offset,
    moveTo: (offsetMs) => {
      offset = offsetMs
    },
  }
}
