import { defineConfig } from 'vitest/config'

/** Every test runs over both databases; what only one of them can show lies in a folder of its name. */
const integration = (database: 'embedded' | 'postgres', other: 'embedded' | 'postgres') => ({
  test: {
    name: `server on ${database}`,
    include: ['test/**/*.test.ts'],
    exclude: [`test/${other}/**`],
    globalSetup: [`test/databases/${database}.ts`],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'server rules', include: ['src/**/*.test.ts'] } },
      integration('embedded', 'postgres'),
      integration('postgres', 'embedded'),
    ],
  },
})
