import type { Context } from 'hono'
import { notJson, unprocessable, unrelated } from './errors.ts'

type Fields = Readonly<Record<string, unknown>>

/** A JSON:API document: the attributes of `data`, and the ids it relates to. */
export type Document = {
  attributes: Fields
  relatedId(relation: string): string
}

export async function readDocument(c: Context, type: string): Promise<Document> {
  const body: unknown = await c.req.json().catch(() => {
    throw notJson()
  })
  const data = recordIn(body, 'data')
  if (data.type !== type) {
    throw unprocessable('/data/type', `The type must be ${type}.`)
  }

  return {
    attributes: recordIn(data, 'attributes'),
    relatedId(relation) {
      const { id } = recordIn(recordIn(recordIn(data, 'relationships'), relation), 'data')
      if (typeof id !== 'string') throw unrelated(relation)
      return id
    },
  }
}

/** An object inside another; a missing one is empty. */
export function recordIn(value: unknown, name: string): Fields {
  if (!isRecord(value)) return {}
  const inner = value[name]

  return isRecord(inner) ? inner : {}
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const pointerTo = (name: string) => `/data/attributes/${name}`
const spoken = (name: string) => name.replaceAll('_', ' ').replaceAll('/', '.')

export function optionalText(fields: Fields, name: string): string | null {
  const value = fields[name] ?? null
  if (value === null || typeof value === 'string') return value
  throw unprocessable(pointerTo(name), `The ${spoken(name)} must be a string.`)
}

export function optionalInteger(fields: Fields, name: string): number | null {
  const value = fields[name] ?? null
  // Ids are numbers inside attributes; the vendor takes numeric strings as well.
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (number === null || Number.isSafeInteger(number)) return number as number | null
  throw unprocessable(pointerTo(name), `The ${spoken(name)} must be an integer.`)
}

export function optionalFlag(fields: Fields, name: string): boolean | null {
  const value = fields[name] ?? null
  if (value === null || typeof value === 'boolean') return value
  throw unprocessable(pointerTo(name), `The ${spoken(name)} field must be true or false.`)
}

export function optionalTime(fields: Fields, name: string, pointer = name): number | null {
  const value = fields[name] ?? null
  if (value === null) return null
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (!Number.isNaN(ms)) return ms
  throw unprocessable(pointerTo(pointer), `The ${spoken(name)} is not a valid date.`)
}
