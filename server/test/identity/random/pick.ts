/** Seeded choices (mulberry32): one seed gives one sequence, on every machine. */
export function seeded(seed: number) {
  let state = seed >>> 0

  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)

    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (count: number) => Math.floor(next() * count)

  return {
    below,
    chance: (probability: number) => next() < probability,
    oneOf: <T>(items: readonly T[]): T | undefined => items[below(Math.max(1, items.length))],
    weighted: <T extends { weight: number }>(items: readonly T[]): T => {
      let left = next() * items.reduce((sum, { weight }) => sum + weight, 0)
      const found = items.find(({ weight }) => {
        left -= weight
        return left < 0
      })
      const chosen = found ?? items.at(-1)
      if (!chosen) throw new Error('Nothing to choose from')

      return chosen
    },
  }
}

export type Pick = ReturnType<typeof seeded>
