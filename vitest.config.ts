import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      'server',
      'web',
      'standins',
      { test: { name: 'house', include: ['scripts/*.test.js'], testTimeout: 20_000 } },
    ],
  },
})
