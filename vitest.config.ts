import { defineConfig } from 'vitest/config'
import { platformProjects } from './platform/vitest.projects.config.ts'
import { serverProjects } from './server/vitest.projects.config.ts'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      ...platformProjects,
      ...serverProjects,
      'contract',
      'ui',
      'web',
      'standins',
      { test: { name: 'house', include: ['scripts/*.test.js'], testTimeout: 20_000 } },
    ],
  },
})
