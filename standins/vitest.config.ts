import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'standins', include: ['src/**/*.test.ts', 'test/**/*.test.ts'] },
})
