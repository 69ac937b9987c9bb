/** The part of Swagger 2.0 that is used here. */
export type Swagger = {
  swagger: '2.0'
  info: { title: string; description: string; version: string }
  host: string
  basePath: string
  schemes: string[]
  consumes: string[]
  produces: string[]
  paths: Record<string, PathItem>
  definitions: Record<string, ObjectSchema>
  parameters: Record<string, Parameter>
  externalDocs: { description: string; url: string }
}

export type PathItem = Partial<Record<'get' | 'post' | 'patch' | 'delete', Operation>>

export type Operation = {
  tags: string[]
  summary?: string
  description?: string
  parameters?: (Parameter | Reference)[]
  produces?: string[]
  responses: Record<string, { description: string; schema?: object }>
}

export type Reference = { $ref: string }

export type Parameter = {
  name: string
  in: 'query' | 'header' | 'body'
  required: boolean
  description?: string
  type?: string
  format?: string
  enum?: string[]
  default?: string
  items?: object
  collectionFormat?: 'multi'
  schema?: ObjectSchema | Reference
}

export type ObjectSchema = {
  type: 'object'
  description?: string
  properties: Record<string, Property>
  required?: string[]
}

export type Property = {
  type?: string
  format: string
  description?: string
  default?: unknown
  enum?: readonly string[]
  maxLength?: number
  items?: { type?: string }
}

export const reference = (place: 'parameters' | 'definitions', name: string): Reference => ({
  $ref: `#/${place}/${name}`,
})

/** A comment's first line is the summary, the rest the description. */
export function summaryOf(comment: string | null): { summary?: string; description?: string } {
  if (comment === null) return {}
  const [summary = '', ...rest] = comment.split('\n')
  const description = rest.join('\n').replace(/^\n+/, '')

  return { summary, ...(description !== '' && { description }) }
}

const TYPES: Record<string, string | undefined> = {
  boolean: 'boolean',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
}

/** undefined for json, which may be anything. */
export function typeOf(sqlType: string): string | undefined {
  if (sqlType === 'json' || sqlType === 'jsonb') return undefined
  if (sqlType.endsWith('[]')) return 'array'

  return TYPES[sqlType] ?? 'string'
}

/** The type, the type of its elements if it is an array, and its SQL name. */
export function typed(sqlType: string): Pick<Property, 'type' | 'format' | 'items'> {
  const type = typeOf(sqlType)
  const element = type === 'array' ? typeOf(sqlType.slice(0, -2)) : undefined

  return {
    format: sqlType,
    ...(type !== undefined && { type }),
    ...(type === 'array' && { items: element === undefined ? {} : { type: element } }),
  }
}
