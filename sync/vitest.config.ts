import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'sync',
    globalSetup: ['test/choose-seed.ts'],
    setupFiles: ['test/end-file.ts'],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Property tests run real `git` hundreds of times.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    css: true,
    isolate: false,
  },
})
