// The platform alone in a process of its own, as `npm run platform -- …` runs it.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

await runnerImport(fileURLToPath(new URL('../../src/compose/run-platform.ts', import.meta.url)))
