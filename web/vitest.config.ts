import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      name: 'web',
      include: ['{src,test,guides}/**/*.test.{ts,tsx}'],
      // In a project of its own, over one product.
      exclude: ['test/screens/**'],
      // The first test of a file compiles what it imports, which a loaded machine does slowly.
      testTimeout: 30_000,
    },
  }),
)
