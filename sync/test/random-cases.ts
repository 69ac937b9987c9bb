import { inject } from 'vitest'

/** The same cases in every run; the other seed is one of this run (`choose-seed.ts`). */
const FIXED_SEED = 21

/** Whether this is the run before a release, `npm run test:all`. */
export const isWholeMatrix = process.env.TEST_MATRIX === 'all'

type Cases = { seed: number; numRuns: number }

/**
 * For `test.each`, with `$seed` in the test's name: the fixed cases, and a quarter as many of this run's own seed.
 * `npm run test:all` tries all of them, `npm test` every fifth, or as many as a slow test says.
 */
export function randomCases(fixed = 300, usual = Math.ceil(fixed / 5)): Cases[] {
  const count = isWholeMatrix ? fixed : usual

  return [
    { seed: FIXED_SEED, numRuns: count },
    { seed: inject('randomSeed'), numRuns: Math.ceil(count / 4) },
  ]
}
