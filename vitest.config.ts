import { defineConfig } from 'vitest/config'
import { serverProjects } from './server/vitest.projects.config.ts'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      ...serverProjects,
      'ui',
      'web',
      'standins',
      { test: { name: 'house', include: ['scripts/*.test.js'], testTimeout: 20_000 } },
    ],
  },
})
