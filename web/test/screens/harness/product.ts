import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    product: string
  }
}

type Scripts = {
  startTestProduct: (
    name: string,
  ) => Promise<{ url: string; secretKey: string; stop: () => Promise<void> }>
}

const SCRIPT = join(import.meta.dirname, '../../../../scripts/test-product.js')

/**
 * One product for all screens: the built server and the stand-ins, as processes. Or the one at `E2E_BASE_URL` with the
 * key `E2E_SECRET_KEY`.
 */
export async function setup(project: TestProject) {
  const running = process.env.E2E_BASE_URL
  if (running) return project.provide('product', running)

  const { startTestProduct } = (await import(SCRIPT)) as Scripts
  const { url, secretKey, stop } = await startTestProduct('screens')
  project.provide('product', url)
  process.env.E2E_SECRET_KEY = secretKey

  return stop
}
