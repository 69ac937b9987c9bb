import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { inject } from 'vitest'
import '#test/databases/given.ts'

const PROGRAMS = ['job-runner', 'locker', 'mail-sender', 'migrator', 'writer']
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let bundled: Promise<string> | null = null

/** The file of a test program as plain JavaScript: a process that had to translate its sources took a second longer. */
export async function bundledProgram(name: string): Promise<string> {
  bundled ??= bundleAll()

  return join(await bundled, `${name}.js`)
}

/** Once for all tests of a process; the global set-up deletes it. */
async function bundleAll(): Promise<string> {
  const outDir = mkdtempSync(join(inject('database').scratch, 'programs-'))
  const programs = PROGRAMS.map((name) => [name, `test/programs/${name}.ts`])
  const input = { ...Object.fromEntries(programs), 'pglite-worker': 'src/db/pglite-worker.js' }
  // The thread is found beside the program, by its name.
  const output = { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: { ssr: true, target: 'node20', outDir, rolldownOptions: { input, output } },
  })

  return outDir
}
