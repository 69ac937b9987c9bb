import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGithub } from '@app/standins/github'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    github: { apiUrl: string; webUrl: string; clientId: string; clientSecret: string }
  }
}

const INSTALLED = [
  ['mia-torres', 'mia-torres'],
  ['priya-nair', 'lanternworks'],
]

const UNLIMITED = { creationsPerMinute: null, creationsPerHour: null, pointsPerMinute: null }

/** One stand-in for all tests, in a process of its own: the page that tests draw on replaces fetch and its classes. */
export async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'panels-'))
  const { apiUrl, webUrl, app, close } = await startGithub({ dataDir })
  const { clientId, clientSecret } = app
  const control = (method: string, path: string, body: object) =>
    fetch(`${webUrl}/_control/${path}`, {
      method,
      headers: { 'x-standin-control': '1' },
      body: JSON.stringify(body),
    })
  for (const [person, account] of INSTALLED) {
    await control('POST', 'installations', { person, account })
  }
  // All tests together push more than one member may in a minute.
  await control('PUT', 'limits', UNLIMITED)
  project.provide('github', { apiUrl, webUrl, clientId, clientSecret })

  return async () => {
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
