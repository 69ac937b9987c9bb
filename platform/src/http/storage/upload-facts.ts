import { storableJson } from '@app/contract/storable'
import { invalidRequest } from '#files/errors.ts'
import type { StorageContext } from './storage-needs.ts'

/** Invalid metadata is ignored, as clients expect. */
export function readMetadata(json: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(storableJson(json ?? ''))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)

    return isObject ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export const metadataHeader = (c: StorageContext): Record<string, unknown> | undefined => {
  const header = c.req.header('x-metadata')

  return header === undefined
    ? undefined
    : readMetadata(Buffer.from(header, 'base64').toString('utf8'))
}

const RULE =
  /^(all|none|noindex|nofollow|noarchive|nosnippet|notranslate|noimageindex|indexifembedded|max-(snippet|video-preview): ?-?\d+|max-image-preview: ?(none|standard|large)|unavailable_after: ?[\w :+-]+)$/i
const CRAWLER = /^[\w-]+: ?(?=[a-z])/i

/** The robots tag of a file; null: use the default. */
export function robotsTag(c: StorageContext): string | null {
  const tag = c.req.header('x-robots-tag')
  if (tag === undefined) return null

  const isRule = (text: string) => RULE.test(text) || RULE.test(text.replace(CRAWLER, ''))
  if (!tag.split(',').every((part) => isRule(part.trim()))) {
    throw invalidRequest('The x-robots-tag header is not valid')
  }
  return tag
}
