import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { path } from './source.js'

/** Bundles exports of the sync engine into a folder, as an application does it. Returns the file. */
export async function bundleEngine(folder, isWanted) {
  const { exports } = JSON.parse(readFileSync(path('sync/package.json'), 'utf8'))
  const entry = join(folder, 'entry.js')
  const modules = Object.entries(exports).filter(([name]) => isWanted(name))
  writeFileSync(
    entry,
    modules.map(([, file]) => `export * from ${JSON.stringify(path(`sync/${file}`))}\n`).join(''),
  )
  await build({
    configFile: false,
    logLevel: 'error',
    root: path('.'),
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      minify: true,
      // A library would keep its line breaks.
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'engine.mjs' },
      },
      modulePreload: false,
    },
  })

  return join(folder, 'engine.mjs')
}
