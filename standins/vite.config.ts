import { defineConfig } from 'vite'

/** A single bundle: `node standins/dist/main.js` needs no other files. */
export default defineConfig({
  ssr: { noExternal: true },
  build: { ssr: 'src/main.ts', outDir: 'dist', target: 'node20', minify: false },
})
