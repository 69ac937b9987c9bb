import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      name: 'web',
      include: ['{src,test,guides}/**/*.test.{ts,tsx}'],
      isolate: false,
      setupFiles: ['test/end-file.ts'],
      // These run in a separate project, over one product.
      exclude: ['test/screens/**'],
      // The first test of a file compiles its imports, which is slow on a loaded machine.
      testTimeout: 30_000,
    },
  }),
)
