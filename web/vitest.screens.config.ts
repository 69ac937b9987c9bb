import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

export default defineConfig({
  // Without the environments of the build: there everything is bundled, here packages are imported as they are.
  plugins: viteConfig.plugins ?? [],
  resolve: {
    // Otherwise its two entries come as two formats, hence as two routers.
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
    // Packages outlive a document: a lock that a test left held would stop the sign-ins of the files after it.
    isolate: true,
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000, interval: 20 } },
  },
})

function packageFile(path: string): string {
  return fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url))
}
