import { expect, test } from 'vitest'
import { randomHex, readTraceParent } from './trace.ts'
import { summaryOf } from './tracing.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'

test.each([
  [`00-${TRACE}-${SPAN}-01`, true],
  [`00-${TRACE}-${SPAN}-00`, false],
  [`01-${TRACE}-${SPAN}-03-more`, true],
  [undefined, null],
  ['', null],
  [`00-${TRACE}-${SPAN}-01-more`, null],
  [`ff-${TRACE}-${SPAN}-01`, null],
  [`00-${'0'.repeat(32)}-${SPAN}-01`, null],
  [`00-${TRACE}-${'0'.repeat(16)}-01`, null],
  [`00-${TRACE.toUpperCase()}-${SPAN}-01`, null],
  [`00-${TRACE}-${SPAN}-1`, null],
])('the header %j is read as %j', (header, isSampled) => {
  const expected = isSampled === null ? null : { traceId: TRACE, spanId: SPAN, isSampled }

  expect(readTraceParent(header)).toEqual(expected)
})

test.each([
  ['select id from public.plans where name = $1', 'select public.plans'],
  ['\n  INSERT into auth.sessions (id) values ($1)', 'insert auth.sessions'],
  [`select 'from told.value', "from told.alias" from "public"."plans"`, 'select public.plans'],
  [`select 'it''s from told.value'`, 'select'],
  ['update ops.jobs set state = $1 from public.other', 'update ops.jobs'],
  ['commit', 'commit'],
  ['', 'statement'],
])('of %j the command and the first table are told', (text, summary) => {
  expect(summaryOf(text)).toBe(summary)
})

test('ids differ and have their length', () => {
  const ids = Array.from({ length: 1_000 }, () => randomHex(16))

  expect(new Set(ids).size).toBe(1_000)
  expect(ids.every((id) => /^[\da-f]{32}$/.test(id))).toBe(true)
})
