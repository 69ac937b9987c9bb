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
        'run-platform': 'src/compose/run-platform.ts',
        'run-rest': 'src/compose/run-rest.ts',
        'pglite-worker': 'src/db/pglite-worker.js',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
