/** How often work runs in a second with so many at once, after it has warmed up. */
export async function rate(work, { atOnce = 1, seconds = 3 }) {
  await during(work, atOnce, 0.5)
  const began = performance.now()
  const count = await during(work, atOnce, seconds)

  return count / ((performance.now() - began) / 1000)
}

async function during(work, atOnce, seconds) {
  const end = performance.now() + seconds * 1000
  let count = 0
  const worker = async () => {
    while (performance.now() < end) {
      await work(count)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return count
}

/** The best of several alternating rounds, so that a noisy moment of the machine affects all alike. */
export async function compare(contestants, options, turns = 3) {
  const best = Object.fromEntries(Object.keys(contestants).map((name) => [name, 0]))
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, work] of Object.entries(contestants)) {
      best[name] = Math.max(best[name], await rate(work, options))
    }
  }
  return best
}

export function report(title, rates, floor) {
  console.log(`\n${title}`)
  for (const [name, perSecond] of Object.entries(rates)) {
    console.log(
      `  ${name.padEnd(28)} ${perSecond.toFixed(0).padStart(7)} /s   ${(perSecond / rates[floor]).toFixed(2)} of ${floor}`,
    )
  }
}
