import { join } from 'node:path'
import { startPostgres } from '@app/platform/test/databases/postgres-server.ts'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    product: { url: string; secretKey: string }
  }
}

type Scripts = {
  startTestProduct: (
    name: string,
    env: Record<string, string>,
  ) => Promise<{ url: string; secretKey: string; stop: () => Promise<void> }>
}

const SCRIPT = join(import.meta.dirname, '../../scripts/test-product.js')

/** One product for all tests: the built server over PostgreSQL and the stand-ins, in processes of their own. */
export async function setup(project: TestProject) {
  const { startTestProduct } = (await import(SCRIPT)) as Scripts
  const database = await startPostgres()
  const env = { DATABASE_URL: database.url('postgres') }
  const { url, secretKey, stop } = await startTestProduct('backend-client', env)
  project.provide('product', { url, secretKey })

  return async () => {
    await stop()
    await database.stop()
  }
}
