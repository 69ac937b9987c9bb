import { expect, test } from 'vitest'
import type { FileMetadata, FileRow } from '#files/objects-table.ts'
import { fileHeaders } from './file-headers.ts'

const now = new Date('2026-03-01T10:00:00Z')
const open = { kind: 'public' } as const

test.each([
  ['image/png', 'image/png', undefined],
  ['text/plain;charset=UTF-8', 'text/plain;charset=UTF-8', undefined],
  ['video/mp4', 'video/mp4', undefined],
  ['text/html', 'text/plain', undefined],
  ['TEXT/HTML; charset=utf-8', 'text/plain', undefined],
  ['image/svg+xml', 'image/svg+xml', 'attachment'],
  ['application/xhtml+xml', 'application/xhtml+xml', 'attachment'],
  ['application/pdf', 'application/pdf', 'attachment'],
  ['text/javascript', 'text/javascript', 'attachment'],
])('%s is served as %s, disposition %s', (mimetype, type, disposition) => {
  const headers = fileHeaders(file({ mimetype }), open, undefined)

  expect(headers['content-type']).toBe(type)
  expect(headers['content-disposition']).toBe(disposition)
  expect(headers['content-security-policy']).toContain('sandbox')
})

test('a download gets the name it asks for, whatever signs are in it', () => {
  const named = (download: string) => fileHeaders(file({}), open, download)['content-disposition']

  expect(named('')).toBe('attachment;')
  expect(named('año "1".txt')).toBe(
    "attachment; filename=a%C3%B1o%20%221%22.txt; filename*=UTF-8''a%C3%B1o%20%221%22.txt",
  )
  expect(named('a\r\nset-cookie: b')).not.toMatch(/[\r\n]/)
})

test.each([
  ['max-age=3600', open, 'public, max-age=3600'],
  ['no-cache', open, 'public, no-cache'],
  ['private, max-age=5', open, 'public, max-age=5'],
  ['public, max-age=5', { kind: 'private' } as const, 'private, max-age=5'],
  ['max-age=3600', signedFor(60), 'private, max-age=60'],
  ['max-age=30', signedFor(60), 'private, max-age=30'],
  ['max-age=30', signedFor(-60), 'private, max-age=0'],
])('stored %s, reached by %j: %s', (cacheControl, reach, told) => {
  expect(fileHeaders(file({ cacheControl }), reach, undefined)['cache-control']).toBe(told)
})

function signedFor(seconds: number) {
  return { kind: 'signed' as const, now, expiresAt: new Date(now.getTime() + seconds * 1000) }
}

function file(metadata: FileMetadata): FileRow {
  return {
    id: '',
    bucket_id: '',
    name: '',
    owner: null,
    owner_id: null,
    version: null,
    created_at: now,
    updated_at: now,
    last_accessed_at: now,
    metadata,
    user_metadata: null,
  }
}
