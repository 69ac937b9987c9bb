import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'sync-panels',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/start-github.ts'],
    testTimeout: 30_000,
    isolate: false,
  },
})
