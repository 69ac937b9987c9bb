import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'standins',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Style sheets are served, so they must not be empty.
    css: true,
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
