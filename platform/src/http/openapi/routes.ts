import { Hono } from 'hono'
import type { RequestContext } from '#http/frame/context.ts'
import { authAdminOperations } from './auth-admin-operations.ts'
import { authOperations } from './auth-operations.ts'
import { authServerOperations } from './auth-server-operations.ts'
import { describeOperation, type Operation, type Surface } from './operation.ts'
import { storageOperations } from './storage-operations.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const functionOperations: readonly Operation[] = METHODS.map((method) => ({
  method,
  path: '/{name}',
  summary: 'Call a function; a path and a query may follow',
  access: 'user',
  ...(method !== 'GET' && { body: 'any' }),
}))

const SURFACES: readonly Surface[] = [
  {
    base: '/auth/v1',
    tag: 'identity',
    operations: [...authOperations, ...authAdminOperations, ...authServerOperations],
  },
  { base: '/storage/v1', tag: 'files', operations: storageOperations },
  { base: '/functions/v1', tag: 'functions', operations: functionOperations },
]

type About = { title: string; apiUrl: string }

/** The description of all surfaces but the data API, which describes itself at /rest/v1/ by the schema of the database. */
export function openApiRoutes(about: About) {
  // Made at the first request: most servers are never asked.
  let text: string | null = null

  return new Hono<RequestContext>().get('/openapi.json', (c) => {
    text ??= JSON.stringify(describeSurfaces(about))
    c.header('access-control-allow-origin', '*')
    c.header('cache-control', 'public, max-age=300')
    return c.body(text, 200, { 'content-type': 'application/json' })
  })
}

function describeSurfaces({ title, apiUrl }: About) {
  const paths: Record<string, Record<string, object>> = {}
  for (const { base, tag, operations } of SURFACES) {
    for (const operation of operations) {
      const path = `${base}${operation.path}`
      paths[path] = {
        ...paths[path],
        [operation.method.toLowerCase()]: describeOperation(tag, operation),
      }
    }
  }

  return {
    openapi: '3.1.0',
    info: { title, version: '1', description: 'The data API describes itself at /rest/v1/.' },
    servers: [{ url: apiUrl }],
    paths,
    components: {
      securitySchemes: {
        apikey: { type: 'apiKey', in: 'header', name: 'apikey' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  }
}
