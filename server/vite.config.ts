import { defineConfig } from 'vite'

// Packages of ours are bundled, since they are TypeScript; everybody else's stay where npm put them.
export default defineConfig({
  ssr: { noExternal: [/^@app\//] },
  build: {
    ssr: true,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'src/compose/main.ts',
        operate: 'src/compose/operate.ts',
        'make-image': 'src/compose/make-image.ts',
        'pglite-worker': '../platform/src/db/pglite-worker.js',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
