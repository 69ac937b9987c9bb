/** Time is a dependency, so that tests and stand-ins can move it (refused in production). */
export type Clock = {
  now(): Date
  /** How far this clock is ahead of the system clock; passed to SQL so that both agree. */
  offsetMs(): number
}

export const machineClock: Clock = {
  now: () => new Date(),
  offsetMs: () => 0,
}

/** Whole seconds since 1970, as in tokens. Avoids creating a Date, which costs as much as all other work on a cached token. */
export const secondsNow = (clock: Clock): number =>
  Math.floor((Date.now() + clock.offsetMs()) / 1000)

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
