import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'extension',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/start-product.ts'],
    testTimeout: 120_000,
    isolate: false,
  },
})
