import { expect, test } from 'vitest'
import type { Platform } from '#compose/open-platform.ts'
import { authRoutes } from '#http/auth/routes.ts'
import { storageRoutes } from '#http/storage/routes.ts'
import { startTestPlatform, startTestServer } from './test-server.ts'

type Described = {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, object> } }>>
}

test('the description has the routes of identity and files, no more and no fewer', async () => {
  const { url, platform, config } = await startTestPlatform()

  const answer = await fetch(`${url}/openapi.json`)
  const { openapi, servers, paths } = (await answer.json()) as Described

  expect(openapi).toBe('3.1.0')
  expect(servers).toEqual([{ url: config.apiUrl }])
  expect(below(paths, '/auth/v1')).toEqual(routesOf(authRoutes(platform.auth)))
  expect(below(paths, '/storage/v1')).toEqual(routesOf(storageRoutes(storageOf(platform))))
})

test('a body is described by the schema that reads it', async () => {
  const { url } = await startTestServer()

  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as Described

  expect(paths['/auth/v1/recover']?.post?.requestBody?.content['application/json']).toEqual({
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        ['email', 'code_challenge', 'code_challenge_method'].map((name) => [
          name,
          { type: 'string' },
        ]),
      ),
    },
  })
})

const below = (paths: Described['paths'], base: string) =>
  Object.entries(paths)
    .filter(([path]) => path.startsWith(base))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(base.length)}`),
    )
    .sort()

/** Middleware and the answers to unknown routes are for all methods. */
function routesOf({ routes }: { routes: { method: string; path: string }[] }): string[] {
  const own = routes.filter(({ method }) => method !== 'ALL')
  const shown = own.map(({ method, path }) => {
    const plain = path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')
    return `${method} ${plain.replace(/(.)\/$/, '$1')}`
  })

  return [...new Set(shown)].sort()
}

const storageOf = ({ auth, files, log }: Platform) => ({
  files,
  log,
  tokens: auth.identity.tokens,
  apiKeys: auth.apiKeys,
  countBytes: () => {},
  appName: 'test',
})
