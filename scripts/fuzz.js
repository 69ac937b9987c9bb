import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { prepare } from './prepare.js'
import { main, Refusal, say, tool } from './run.js'
import { findTestTools } from './test-tools.js'

/** Tests whose cases are drawn from a seed, by subject. */
const TARGETS = {
  'data API': ['platform/test/rest/fuzz'],
  identity: ['server/test/identity/random'],
  administration: ['server/test/admin/random-calls'],
  'changed requests': ['server/test/hostile'],
  'sync engine': [
    'sync/test/push-properties',
    'sync/test/pull-properties',
    'sync/test/import-properties',
    'sync/test/packs',
    'sync/test/zip',
    'sync/test/tree-names',
  ],
}
const SEEDS = ['RANDOM_SEED', 'REST_FUZZ_SEED', 'ADMIN_SEED', 'MUTATION_SEED']
const MINUTE_MS = 60_000

/** Runs the random tests with new seeds until the time is over or one fails. */
async function fuzz() {
  const { minutes, seed, files } = choose()
  await prepare('test')
  const { postgres } = await findTestTools(['postgres'])

  const end = Date.now() + minutes * MINUTE_MS
  let rounds = 0
  for (let next = seed; rounds === 0 || Date.now() < end; next = newSeed()) {
    say(`\nround ${rounds + 1}, seed ${next}`)
    await runRound({ seed: next, files, postgres })
    rounds += 1
  }
  say(`\n${rounds} rounds of random tests passed`)
}

async function runRound({ seed, files, postgres }) {
  const env = Object.fromEntries(SEEDS.map((name) => [name, String(seed)]))
  try {
    await tool(
      'vitest/vitest.mjs',
      ['run', ...(postgres ? [] : ['--project', '!*on postgres*']), ...files],
      { show: true, env: { ...env, TEST_MATRIX: 'all', POSTGRES_BIN: postgres ?? undefined } },
    )
  } catch {
    throw new Refusal(`A random test failed. Again: npm run fuzz -- --minutes 0 --seed ${seed}`)
  }
}

function choose() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '30' },
      seed: { type: 'string' },
      target: { type: 'string' },
    },
  })
  const minutes = Number(values.minutes)
  const seed = values.seed === undefined ? newSeed() : Number(values.seed)
  if (!(minutes >= 0)) throw new Refusal('--minutes is a number.')
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Refusal('--seed is a whole number.')
  if (values.target !== undefined && !Object.hasOwn(TARGETS, values.target))
    throw new Refusal(`--target is one of: ${Object.keys(TARGETS).join(', ')}.`)

  const files = values.target ? TARGETS[values.target] : Object.values(TARGETS).flat()
  return { minutes, seed, files }
}

/** Small enough to be typed in again. */
const newSeed = () => randomInt(1_000, 1_000_000)

await main(fuzz)
