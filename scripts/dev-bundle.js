import { join } from 'node:path'
import { build } from 'vite'
import { cache, root } from './root.js'
import { say } from './run.js'

/**
 * Bundles a part into a folder of its own, and again when one of its files changes; after each success `onBuilt` gets the folder. A failure
 * is only printed.
 */
export async function bundleOnChange(part, onBuilt) {
  const outDir = join(cache, 'dev', part)
  const watcher = await build({
    root: join(root, part),
    mode: 'development',
    logLevel: 'silent',
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      watch: {},
      // Without hashes, so that rebuilding overwrites and leaves no old files.
      rolldownOptions: { output: { chunkFileNames: '[name].js' } },
    },
  })

  watcher.on('event', async (event) => {
    if (event.code === 'ERROR') say(`${part} could not be built: ${event.error.message}`)
    if (event.code === 'BUNDLE_END' || event.code === 'ERROR') await event.result?.close()
    if (event.code === 'BUNDLE_END') onBuilt(outDir)
  })
  return watcher
}
