// The data API alone in a process of its own, as `npm run rest -- …` runs it.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

await runnerImport(fileURLToPath(new URL('../../src/compose/run-rest.ts', import.meta.url)))
