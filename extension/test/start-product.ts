import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Config } from '#config/config.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    config: Config
    extensionSecretKey: string
  }
}

type Product = { url: string; secretKey: string; stop: () => Promise<void> }
type Scripts = { startTestProduct: (name: string) => Promise<Product> }
type Build = { readSettings: (siteUrl: string) => Promise<Omit<Config, 'version'>> }

const load = async <Module>(path: string): Promise<Module> =>
  import(join(import.meta.dirname, path))

/** One product for all tests, with its stand-ins, in processes of their own, or the one that runs at `E2E_BASE_URL`. */
export async function setup(project: TestProject) {
  const { startTestProduct } = await load<Scripts>('../../scripts/test-product.js')
  const { readSettings } = await load<Build>('../build.js')
  const { url, secretKey, stop } = runningProduct() ?? (await startTestProduct('extension'))
  project.provide('config', { ...(await readSettings(url)), version: '1.0.0' })
  project.provide('extensionSecretKey', secretKey)
  // All tests together push more than one member may in a minute.
  const unlimited = { creationsPerMinute: null, creationsPerHour: null, pointsPerMinute: null }
  const { githubWebUrl } = await readSettings(url)
  await fetch(`${githubWebUrl}/_control/limits`, {
    method: 'PUT',
    headers: { 'x-standin-control': '1' },
    body: JSON.stringify(unlimited),
  })

  return stop
}

function runningProduct(): Product | null {
  const { E2E_BASE_URL: url, E2E_SECRET_KEY: secretKey } = process.env

  return url && secretKey ? { url, secretKey, stop: async () => undefined } : null
}
