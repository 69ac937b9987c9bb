import { defineConfig } from 'vitest/config'
import { platformProjects } from './vitest.projects.config.ts'

export default defineConfig({ test: { projects: platformProjects } })
