import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    randomSeed: number
  }
}

/** @public Vitest calls it, once for all files. A seed in RANDOM_SEED repeats the random cases of a run. */
export function setup({ provide }: TestProject): void {
  const seed = Number(process.env.RANDOM_SEED ?? Math.floor(Math.random() * 2 ** 31))
  process.stdout.write(`Random cases start from RANDOM_SEED=${seed}\n`)
  provide('randomSeed', seed)
}
