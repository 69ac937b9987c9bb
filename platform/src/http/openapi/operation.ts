import * as z from 'zod/mini'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** Who may call: everyone, whoever has an API key, a signed-in user, or the service role. */
type Access = 'open' | 'key' | 'user' | 'service'

export type Operation = {
  method: Method
  /** Below the surface's base, with parameters as `{name}`. */
  path: string
  summary: string
  access: Access
  /** The schema that the handler itself reads the body with. `file`: bytes or a form with a file. */
  body?: z.ZodMiniType | 'file' | 'any'
  /** Names of query parameters. */
  query?: readonly string[]
}

export type Surface = { base: string; tag: string; operations: readonly Operation[] }

const SECURITY: Record<Access, Record<string, string[]>[]> = {
  open: [],
  key: [{ apikey: [] }],
  user: [{ apikey: [], bearer: [] }],
  service: [{ apikey: [], bearer: [] }],
}

/** An operation as OpenAPI has it. */
export function describeOperation(tag: string, operation: Operation) {
  const { path, summary, access, body, query = [] } = operation
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

  return {
    tags: [tag],
    summary: access === 'service' ? `${summary} (service role only)` : summary,
    security: SECURITY[access],
    parameters: [
      ...named,
      ...query.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    ],
    ...(body && { requestBody: { content: contentOf(body) } }),
    responses: {
      default: { description: 'The answer, or an error with `code` and `message`.' },
      ...(access !== 'open' && { 401: { description: 'Key or token are missing or refused.' } }),
      ...(access === 'service' && { 403: { description: 'Another role.' } }),
    },
  }
}

function contentOf(body: NonNullable<Operation['body']>): Record<string, object> {
  if (body === 'any') return { '*/*': {} }
  if (body !== 'file') return { 'application/json': { schema: schemaOf(body) } }

  return { '*/*': { schema: { type: 'string', format: 'binary' } }, 'multipart/form-data': {} }
}

/** What a client may send, which is what the schema accepts before it adds defaults. */
function schemaOf(body: z.ZodMiniType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })

  return schema
}
