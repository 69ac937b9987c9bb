import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProjectInlineConfiguration } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Every test runs over both databases; what only one of them can show lies in a folder of its name. */
const integration = (
  database: 'embedded' | 'postgres',
  other: 'embedded' | 'postgres',
): TestProjectInlineConfiguration[] => {
  const setUp = {
    globalSetup: [join(root, `test/databases/${database}.ts`)],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  }

  return [
    {
      root,
      test: {
        ...setUp,
        name: `server on ${database}`,
        include: ['test/**/*.test.ts'],
        exclude: [`test/${other}/**`, 'test/alone/**'],
        // One process for many files: what they import, and an open embedded database, serve the next file too.
        isolate: false,
      },
    },
    // What measures its own process shares it with nobody.
    {
      root,
      test: { ...setUp, name: `server on ${database}, alone`, include: ['test/alone/*.test.ts'] },
    },
  ]
}

export const serverProjects: TestProjectInlineConfiguration[] = [
  { root, test: { name: 'server rules', include: ['src/**/*.test.ts'] } },
  ...integration('embedded', 'postgres'),
  ...integration('postgres', 'embedded'),
]
