import { expect, test } from 'vitest'
import { planRead } from '#data-api/plan/plan-read.ts'
import { readParameters } from '#data-api/query-string/parameters.ts'
import { parseQuery } from '#data-api/query-string/parse-query.ts'
import { takeValues } from '#data-api/query-string/placeholders.ts'
import type { ExposedSchema, Table } from '#data-api/schema-cache/schema.ts'
import { filled, slotted } from './slots.ts'
import { readStatement } from './statements.ts'

test.each([
  'id=eq.5',
  'id=eq.5&id=neq.6&id=not.gt.7',
  'title=like.a*b&title=not.ilike.*c*',
  'title=eq.*',
  'title=like(any).{a*,b}&id=eq(all).{1,2}',
  'id=in.(1,2,3)&id=not.in.(4)',
  'id=in.()',
  'title=in.("a,b",c)',
  'title=in.(a b, c)',
  'title=is.null&id=not.is.true',
  'title=fts(english).cat&title=plfts.dog',
  'title=eq.&id=isdistinct.3',
  'or=(id.eq.1,title.like.a*)&id=eq.9',
  'details->>a=eq.x&details->b->0=eq.y',
  'select=id,details->a&order=title.desc&limit=3&offset=4&id=eq.1',
  'title=eq.in.(1,2)',
  'title=eq.%F0%9F%90%A2%00',
])('with its values put in, %s is the statement that it would have been', (text) => {
  const parameters = readParameters(text)
  const template = takeValues(parameters, false)

  const shared = filled(slotted(statementFor(template.parameters)), ['', ...template.values])

  expect(shared).toEqual(statementFor(parameters))
})

test('requests that differ only in values share one key', () => {
  const keyOf = (text: string) => takeValues(readParameters(text), false).key

  expect(keyOf('id=eq.1&title=in.(a,b)')).toBe(keyOf('id=eq.2&title=in.(c)'))
  expect(keyOf('id=eq.1')).not.toBe(keyOf('id=gt.1'))
  expect(keyOf('id=eq.1&limit=1')).not.toBe(keyOf('id=eq.1&limit=2'))
})

test('what a function is called with is a value too, unless it is a filter', () => {
  const { values } = takeValues(readParameters('a=1&b=eq.2&c=is.null&d=some.thing'), true)

  expect(values).toEqual(['1', '2', 'some.thing'])
})

function statementFor(parameters: ReturnType<typeof readParameters>) {
  const query = parseQuery(parameters, { hasArguments: false })
  const window = query.windows[0]?.what ?? { offset: 0n, limit: undefined }
  const { plan } = planRead(exposed, { name: films, from: 'relation' }, query, window, options)

  return readStatement(plan, { kind: 'json', isSingle: false, stripsNulls: false }, counting)
}

const options = { maxRows: null, areAggregatesAllowed: false }
const counting = { count: 'exact' as const, maxRows: null }

const column = (name: string, type: string) => ({
  name,
  type,
  baseType: type,
  description: null,
  maxLength: null,
  default: null,
  isNullable: true,
  enumValues: [],
  representation: {},
})

const films: Table = {
  schema: 'catalog',
  name: 'films',
  description: null,
  isView: false,
  canInsert: true,
  canUpdate: true,
  canDelete: true,
  primaryKey: ['id'],
  isFormatted: false,
  columns: new Map(
    [column('id', 'integer'), column('title', 'text'), column('details', 'jsonb')].map((one) => [
      one.name,
      one,
    ]),
  ),
}

const exposed: ExposedSchema = {
  schema: 'catalog',
  description: null,
  tables: new Map([['films', films]]),
  relationships: new Map(),
  functions: new Map(),
  handlers: { byRelation: new Map(), ofAnyRows: [] },
}
