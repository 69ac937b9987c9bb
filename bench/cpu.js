/** Turns this short meet the same moment of a shared machine, whose speed changes within seconds. */
const TURN_MS = 50

/**
 * CPU microseconds of this process for each run of work, compared in short turns in changing order. The figure is the
 * median of the turns; the ratio is the median of the ratios within a round, to the contestant named `to`.
 */
export async function compareCpu(contestants, { atOnce, rounds = 61, to }) {
  const names = Object.keys(contestants)
  const turns = Object.fromEntries(names.map((name) => [name, []]))
  for (const name of names) for (let i = 0; i < 10; i++) await turn(contestants[name], atOnce)

  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < names.length; i++) {
      const name = names[(i + round) % names.length]
      turns[name].push(await turn(contestants[name], atOnce))
    }
  }
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        micros: median(turns[name]),
        ratio: median(turns[name].map((micros, i) => micros / turns[to][i])),
      },
    ]),
  )
}

export function reportCpu(title, results, to) {
  console.log(`\n${title}`)
  for (const [name, { micros, ratio }] of Object.entries(results)) {
    console.log(
      `  ${name.padEnd(28)} ${micros.toFixed(1).padStart(7)} µs CPU   ${ratio.toFixed(3)} of ${to}`,
    )
  }
}

async function turn(work, atOnce) {
  const end = performance.now() + TURN_MS
  const before = process.cpuUsage()
  let count = 0
  const lane = async () => {
    while (performance.now() < end) {
      await work(count)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  const { user, system } = process.cpuUsage(before)

  return (user + system) / count
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)

  return sorted[sorted.length >> 1]
}
