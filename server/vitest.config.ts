import { defineConfig } from 'vitest/config'

const integration = (database: 'embedded' | 'postgres') => ({
  test: {
    name: `server on ${database}`,
    include: ['test/**/*.test.ts'],
    globalSetup: [`test/databases/${database}.ts`],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'server rules', include: ['src/**/*.test.ts'] } },
      integration('embedded'),
      integration('postgres'),
    ],
  },
})
