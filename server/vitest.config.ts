import { defineConfig } from 'vitest/config'
import { serverProjects } from './vitest.projects.config.ts'

export default defineConfig({ test: { projects: serverProjects } })
