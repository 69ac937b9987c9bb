import {
  methodNotForFunctions,
  methodNotSupported,
  pathNotUsable,
  schemaNotExposed,
} from '#data-api/errors/request-errors.ts'
import type { Mutation } from '#data-api/plan/plan-write.ts'
import { rememberTexts } from './remember-texts.ts'

export type Resource = { kind: 'root' } | { kind: 'relation' | 'function'; name: string }

export type Action =
  | { kind: 'describe'; isHead: boolean }
  | { kind: 'read'; table: string; isHead: boolean }
  | { kind: 'write'; table: string; mutation: Mutation }
  | { kind: 'call'; function: string; isRead: boolean; isHead: boolean }
  | { kind: 'options'; resource: Resource }

export const resourceOf = rememberTexts((path): Resource => {
  const parts = path.split('/').slice(1).map(decodePart)
  const [first = '', second = ''] = parts

  if (parts.length === 1) return first === '' ? { kind: 'root' } : { kind: 'relation', name: first }
  if (parts.length === 2 && first === 'rpc' && second !== '')
    return { kind: 'function', name: second }
  throw pathNotUsable()
})

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const MUTATIONS: Record<string, Mutation> = {
  POST: 'insert',
  PATCH: 'update',
  DELETE: 'delete',
  PUT: 'put',
}

export function actionOf(resource: Resource, method: string): Action {
  const isHead = method === 'HEAD'
  const isRead = isHead || method === 'GET'
  if (method === 'OPTIONS') return { kind: 'options', resource }

  switch (resource.kind) {
    case 'function':
      if (!isRead && method !== 'POST') throw methodNotForFunctions(method)
      return { kind: 'call', function: resource.name, isRead, isHead }
    case 'relation': {
      if (isRead) return { kind: 'read', table: resource.name, isHead }
      const mutation = MUTATIONS[method]
      if (!mutation) throw methodNotSupported(method)
      return { kind: 'write', table: resource.name, mutation }
    }
    case 'root':
      if (!isRead) throw methodNotSupported(method)
      return { kind: 'describe', isHead }
  }
}

export type Profile = {
  schema: string
  /** Whether the answer names the schema. */
  isNamed: boolean
}

type Headers = { header(name: string): string | undefined }

/** The requested schema: reads and writes use different headers. */
export function profileOf(
  method: string,
  { header }: Headers,
  schemas: readonly string[],
): Profile {
  const wanted = header(method in MUTATIONS ? 'content-profile' : 'accept-profile')
  if (wanted === undefined) return { schema: schemas[0] ?? '', isNamed: schemas.length > 1 }
  if (!schemas.includes(wanted)) throw schemaNotExposed(wanted, schemas)

  return { schema: wanted, isNamed: true }
}
