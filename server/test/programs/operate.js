// The operator's commands in a process of their own, as `npm run operate -- …` runs them.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

await runnerImport(fileURLToPath(new URL('../../src/compose/operate.ts', import.meta.url)))
