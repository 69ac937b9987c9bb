import { expect, test } from 'vitest'
import { isFresh, isSameFile } from './freshness.ts'

const file = { etag: '"abc"', lastModified: new Date('2026-03-01T10:00:00.750Z') }
const AT = 'Sun, 01 Mar 2026 10:00:00 GMT'
const BEFORE = 'Sun, 01 Mar 2026 09:59:59 GMT'

test.each([
  ['"abc"', undefined, true],
  ['W/"abc"', undefined, true],
  ['"x", "abc"', undefined, true],
  ['*', undefined, true],
  ['"x"', AT, false],
  [undefined, AT, true],
  [undefined, BEFORE, false],
  [undefined, 'yesterday', false],
  [undefined, undefined, false],
])('If-None-Match %j and If-Modified-Since %j: fresh is %j', (none, since, fresh) => {
  expect(isFresh({ ifNoneMatch: none, ifModifiedSince: since }, file)).toBe(fresh)
})

test.each([
  [undefined, true],
  ['"abc"', true],
  ['W/"abc"', false],
  ['"x"', false],
  [AT, true],
  [BEFORE, false],
  ['yesterday', false],
])('If-Range %j: the same file is %j', (header, same) => {
  expect(isSameFile(header, file)).toBe(same)
})
