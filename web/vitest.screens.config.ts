import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

export default defineConfig({
  // Omits the build's environments: those bundle everything, but tests import packages directly.
  plugins: viteConfig.plugins ?? [],
  resolve: {
    // Otherwise its two entries load as two formats, hence as two routers.
    alias: [
      {
        find: /^react-router$/,
        replacement: packageFile('react-router/dist/development/index.mjs'),
      },
    ],
  },
  test: {
    name: 'screens',
    include: ['test/screens/*.test.ts'],
    globalSetup: ['test/screens/harness/product.ts'],
    environment: './test/screens/harness/environment.ts',
    // Modules outlive a document: a lock left by one test would block sign-ins in later files.
    isolate: true,
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000, interval: 20 } },
  },
})

function packageFile(path: string): string {
  return fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url))
}
