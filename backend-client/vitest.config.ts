import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'backend-client',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/start-product.ts'],
    testTimeout: 30_000,
    isolate: false,
  },
})
