import { fileURLToPath } from 'node:url'
import { projectsOf } from '../platform/vitest.projects.config.ts'

export const serverProjects = projectsOf('server', fileURLToPath(new URL('.', import.meta.url)))
