// Over both databases: locks and limits of the identity service, in random order.

import { randomInt } from 'node:crypto'
import { randomCases } from '@app/platform/test/random-cases.ts'
import { emptyRecycledDatabase } from '@app/platform/test/recycled-database.ts'
import { inject, test } from 'vitest'
import { startRandomServer } from './random-server.ts'
import { runBatch } from './run-batch.ts'
import type { World } from './world.ts'

const numberFrom = (name: string) => (process.env[name] ? Number(process.env[name]) : undefined)

const SEED = numberFrom('RANDOM_SEED')
const SEEDS = numberFrom('RANDOM_SEEDS')
// Over the embedded engine statements never run at the same time, and take three times as long.
const CASES = { embedded: { usual: 5, all: 25 }, postgres: { usual: 12, all: 25 } }
const SEQUENCES = numberFrom('RANDOM_SEQUENCES') ?? randomCases(CASES[inject('database').kind])
const FIRST = numberFrom('RANDOM_FIRST') ?? 0
const STEPS = numberFrom('RANDOM_STEPS') ?? 50
const MINUTES = numberFrom('RANDOM_MINUTES')
const TIME_LIMIT_MS = 10 * 60_000

if (MINUTES !== undefined) testForMinutes(MINUTES)
else for (const seed of seeds()) testSeed(seed)

/** Fixed, so that a test run does not depend on luck. Each database has its own: two seeds find more than one twice. */
function seeds(): number[] {
  if (SEED !== undefined) return [SEED]
  if (SEEDS !== undefined) return Array.from({ length: SEEDS }, (_, at) => at + 1)

  return [inject('database').kind === 'embedded' ? 1 : 2]
}

function testSeed(seed: number): void {
  const name = `${SEQUENCES} random sequences of ${STEPS} steps keep the identity model, seed ${seed}`
  test(name, () => runSeed(seed), TIME_LIMIT_MS)
}

function testForMinutes(minutes: number): void {
  const limitMs = minutes * 60_000
  const run = async () => {
    for (const began = Date.now(); Date.now() - began < limitMs; ) {
      await runSeed(newSeed())
      // The next seed has providers of its own, which give other users the same ids.
      await emptyRecycledDatabase()
    }
  }
  test(`random sequences for ${minutes} minutes`, run, limitMs + TIME_LIMIT_MS)
}

async function runSeed(seed: number): Promise<void> {
  process.stdout.write(`random sequences, seed ${seed}\n`)
  const indexes = Array.from({ length: SEQUENCES }, (_, at) => FIRST + at)
  const server = await startRandomServer()
  const worlds = await runBatch({ server, seed, indexes, steps: STEPS })

  const broken = worlds.filter(({ violations }) => violations.length > 0)
  if (broken.length > 0) throw new Error(reportOf(seed, broken))
}

/** Small enough to be typed in again. */
const newSeed = () => randomInt(1000, 1_000_000)

const MOST_SHOWN = 3

function reportOf(seed: number, broken: readonly World[]): string {
  const found = broken.flatMap(({ name, violations }) =>
    violations.map(({ rule, text, step }) => `${name}, step ${step}: ${rule}: ${text}`),
  )
  const stories = broken
    .slice(0, MOST_SHOWN)
    .map((world) => `${world.name}\n${world.history.join('\n')}\n${rerunOf(seed, world)}`)

  return [`${broken.length} sequences broke the identity model`, ...found, '', ...stories].join(
    '\n',
  )
}

const rerunOf = (seed: number, { name, step }: World) =>
  `Run it again: RANDOM_SEED=${seed} RANDOM_FIRST=${name.split('-')[1]} RANDOM_SEQUENCES=1 RANDOM_STEPS=${step} npx vitest run --project 'server on ${inject('database').kind}' identity/random`
