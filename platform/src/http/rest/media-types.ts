import type { ExplainOption } from '#data-api/sql/plan-statement.ts'
import { rememberTexts } from './remember-texts.ts'

/** A requested or sent media type, as precisely as this service distinguishes them. */
export type MediaType =
  | { kind: 'any' | 'json' | 'csv' | 'geojson' | 'openapi' | 'text' | 'xml' | 'form' | 'binary' }
  | { kind: 'object' | 'array'; stripsNulls: boolean }
  | { kind: 'plan'; of: MediaType; format: 'json' | 'text'; options: readonly ExplainOption[] }
  | { kind: 'other'; name: string }

const PLAIN = {
  '*/*': 'any',
  'application/json': 'json',
  'text/csv': 'csv',
  'application/geo+json': 'geojson',
  'application/openapi+json': 'openapi',
  'text/plain': 'text',
  'text/xml': 'xml',
  'application/x-www-form-urlencoded': 'form',
  'application/octet-stream': 'binary',
} as const

const EXPLAIN_OPTIONS: readonly ExplainOption[] = [
  'analyze',
  'verbose',
  'settings',
  'buffers',
  'wal',
]

function readMediaType(text: string): MediaType {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim())
  const plain = PLAIN[name.toLowerCase() as keyof typeof PLAIN]
  if (plain) return { kind: plain }

  const stripsNulls = parameters.includes('nulls=stripped')
  switch (name) {
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return { kind: 'object', stripsNulls }
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return stripsNulls ? { kind: 'array', stripsNulls } : { kind: 'json' }
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+text':
      return planType('text', parameters)
    case 'application/vnd.pgrst.plan+json':
      return planType('json', parameters)
    default:
      return name === '' ? { kind: 'any' } : { kind: 'other', name }
  }
}

function planType(format: 'json' | 'text', parameters: readonly string[]): MediaType {
  const value = (name: string) =>
    parameters.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1)
  const requested = (value('options') ?? '').split('|')

  return {
    kind: 'plan',
    of: readMediaType((value('for') ?? 'application/json').replaceAll('"', '')),
    format,
    options: EXPLAIN_OPTIONS.filter((option) => requested.includes(option)),
  }
}

/** The type's name in headers. */
export function mimeOf(type: MediaType): string {
  switch (type.kind) {
    case 'object':
    case 'array':
      return `application/vnd.pgrst.${type.kind}+json${type.stripsNulls ? ';nulls=stripped' : ''}`
    case 'plan': {
      const options = type.options.length === 0 ? '' : `; options=${type.options.join('|')}`
      return `application/vnd.pgrst.plan+${type.format}; for="${mimeOf(type.of)}"${options}`
    }
    case 'other':
      return type.name
    default:
      return plainName(type.kind)
  }
}

const NAMES = new Map<string, string>(Object.entries(PLAIN).map(([name, kind]) => [kind, name]))

const plainName = (kind: string): string => NAMES.get(kind) ?? '*/*'

/** The types of an Accept header, best first: by quality, then by specificity. */
export const readAccept = rememberTexts((header): readonly MediaType[] => {
  if (header.trim() === '') return [{ kind: 'any' }]

  return header
    .split(',')
    .map((part) => {
      const compact = part.replaceAll(' ', '')
      const [text = '', quality] = compact.split(/;q=/i)
      const exactness = count(text, ';') - count(text, '*')
      return {
        text,
        quality: quality === undefined ? 1 : Number.parseFloat(quality) || 0,
        exactness,
      }
    })
    .sort((a, b) => b.quality - a.quality || b.exactness - a.exactness)
    .map(({ text }) => readMediaType(text))
})

export const readContentType = rememberTexts(readMediaType)

const count = (text: string, sign: string): number => text.split(sign).length - 1
