// Plain JavaScript, because Vite leaves it to Node when the configuration of another part imports it.
import { defineConfig } from 'vite'

/** Loaded at run time: the first three bring files that are not JavaScript; the last is needed only in development. */
const NOT_BUNDLED = ['@electric-sql/pglite', '@node-rs/argon2', '@node-rs/bcrypt', 'vite']

/**
 * Programs for Node, bundled with their dependencies, of which only what is used: to find and load the 400 files of those
 * packages took 0.55 s of a start of 3 s.
 * @param {Record<string, string>} input
 */
export const nodeBuild = (input) =>
  defineConfig({
    ssr: { noExternal: true, external: NOT_BUNDLED },
    build: {
      ssr: true,
      target: 'node20',
      sourcemap: true,
      rolldownOptions: {
        input,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // Node reads a source map when it loads the file; the sources themselves are in the checkout.
          sourcemapExcludeSources: true,
        },
      },
    },
  })
