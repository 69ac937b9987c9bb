import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProjectInlineConfiguration } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Every test runs over both databases; what only one of them can show lies in a folder of its name. */
const integration = (
  database: 'embedded' | 'postgres',
  other: 'embedded' | 'postgres',
): TestProjectInlineConfiguration => ({
  root,
  test: {
    name: `server on ${database}`,
    include: ['test/**/*.test.ts'],
    exclude: [`test/${other}/**`],
    globalSetup: [join(root, `test/databases/${database}.ts`)],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

export const serverProjects: TestProjectInlineConfiguration[] = [
  { root, test: { name: 'server rules', include: ['src/**/*.test.ts'] } },
  integration('embedded', 'postgres'),
  integration('postgres', 'embedded'),
]
