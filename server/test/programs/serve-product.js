// The product in a process of its own, from source.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

await runnerImport(fileURLToPath(new URL('../../src/compose/main.ts', import.meta.url)))
