import { bareType } from '#files/mime-types.ts'
import type { FileRow } from '#files/objects-table.ts'

/** How the file was requested, which determines its caching. */
export type Reach =
  | { kind: 'public' }
  | { kind: 'private' }
  | { kind: 'signed'; expiresAt: Date; now: Date }

/** Files must not run scripts in this site's context. */
const HARMLESS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

const INLINE = /^(image\/(png|jpeg|webp|gif|avif)|text\/plain|audio\/.+|video\/.+)$/

/** `download` is the query parameter: undefined if absent, empty for the file's own name. */
export function fileHeaders(
  { metadata, updated_at }: FileRow,
  reach: Reach,
  download: string | undefined,
): Record<string, string> {
  const type = servedType(metadata?.mimetype)
  const disposition = dispositionOf(type, download)

  return {
    ...HARMLESS,
    ...cacheHeaders(metadata?.cacheControl ?? 'no-cache', reach),
    ...(disposition !== null && { 'content-disposition': disposition }),
    'accept-ranges': 'bytes',
    'content-type': type,
    etag: metadata?.eTag ?? '',
    'last-modified': updated_at.toUTCString(),
    'x-robots-tag': metadata?.xRobotsTag ?? 'none',
  }
}

function servedType(stored: string | undefined): string {
  if (!stored) return 'application/octet-stream'

  return /text\/html/i.test(stored) ? 'text/plain' : stored
}

function dispositionOf(type: string, download: string | undefined): string | null {
  if (download === undefined) return INLINE.test(bareType(type)) ? null : 'attachment'
  if (download === '') return 'attachment;'
  const name = encodeURIComponent(download)

  return `attachment; filename=${name}; filename*=UTF-8''${name}`
}

function cacheHeaders(stored: string, reach: Reach): Record<string, string> {
  const rules = stored
    .split(',')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '' && !/^(public|private)$/i.test(rule))
  if (reach.kind === 'public') return { 'cache-control': ['public', ...rules].join(', ') }

  const vary = { vary: 'Authorization, apikey, Origin' }
  if (reach.kind === 'private') {
    return { ...vary, 'cache-control': ['private', ...rules].join(', ') }
  }
  const left = Math.max(0, Math.floor((reach.expiresAt.getTime() - reach.now.getTime()) / 1000))
  const capped = rules.map((rule) =>
    rule.replace(
      /^(s-?max-?age|max-age)=(\d+)$/i,
      (_, name, seconds) => `${name}=${Math.min(seconds, left)}`,
    ),
  )
  return {
    ...vary,
    'cache-control': ['private', ...capped].join(', '),
    expires: reach.expiresAt.toUTCString(),
  }
}
