import { defineConfig } from 'vite'

/** One file with everything in it: `node standins/dist/main.js` needs nothing beside itself. */
export default defineConfig({
  ssr: { noExternal: true },
  build: { ssr: 'src/main.ts', outDir: 'dist', target: 'node20', minify: false },
})
