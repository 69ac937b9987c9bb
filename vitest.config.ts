import { defineConfig } from 'vitest/config'
import { serverProjects } from './server/vitest.projects.config.ts'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      ...serverProjects,
      'web',
      'standins',
      { test: { name: 'scripts', include: ['scripts/*.test.js'], testTimeout: 20_000 } },
    ],
  },
})
