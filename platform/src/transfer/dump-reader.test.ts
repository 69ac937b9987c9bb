import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { refuseUnreadable } from './dump-files.ts'
import { DumpReader } from './dump-reader.ts'

test('statements and data are read with their lines, whatever is between them', async () => {
  const text = [
    '--',
    '-- PostgreSQL database dump',
    '',
    '\\restrict abc',
    'select 1; select',
    ' 2;',
    'create function f() returns int language sql as $x$ select 1; $x$;',
    'COPY t (a, b) FROM stdin;',
    "it's;\t\\N",
    '--no comment',
    '\\.',
    '/* a; */ select $$;$$;',
    '\\unrestrict abc',
    '-- the end',
    '',
  ].join('\n')

  expect(await read(text)).toEqual([
    '5 select 1',
    '5 select\n 2',
    '7 create function f() returns int language sql as $x$ select 1; $x$',
    '8 COPY t (a, b) FROM stdin',
    "row it's;\t\\N",
    'row --no comment',
    '12 /* a; */ select $$;$$',
  ])
  expect(await read(text.replaceAll('\n', '\r\n'))).toHaveLength(7)
})

test('statements and rows that are larger than a block stay whole', async () => {
  const long = 'é'.repeat(1_500_000)

  const items = await read(
    `select '${long}\n;'; COPY t FROM stdin;\n${long}\n${long}\n\\.\nselect 2;`,
  )

  expect(items.map((item) => item.length)).toEqual([1_500_013, 19, 1_500_004, 1_500_004, 10])
})

test.each([
  [
    'a body',
    'select 1;\ncreate function f() as $$ select 1; ',
    /line 2: the file ends in the middle/,
  ],
  ['a comment', 'select 1;\n/* select 2;\n', /the file ends in the middle/],
  ['data', 'COPY t (a) FROM stdin;\n1\n2\n', /line 4: the file ends in the middle/],
  ['a last line', 'COPY t (a) FROM stdin;\n1\n\\', /the file ends in the middle/],
  [
    'another encoding',
    Buffer.from("select 1;\nselect '\xe9';\n", 'latin1'),
    /line 1: this is not UTF-8/,
  ],
  ['a zero byte', "select '\0';\n", /line 1: this is not UTF-8/],
  ['a dump without its end', '-- PostgreSQL database dump\n\nselect 1;\n', /is not complete/],
  ['one of the CLI without its end', 'SET statement_timeout = 0;\nselect 1;\n', /is not complete/],
  ['a custom format', 'PGDMP\x01\x0e', /pg_dump's own format/],
  ['a compressed file', Buffer.from('1f8b0800', 'hex'), /is compressed/],
])('%s that is cut or not plain SQL is refused', async (_, text, told) => {
  await expect(read(text)).rejects.toThrow(told)
})

async function read(text: string | Buffer): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dump-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'dump.sql')
  // A dump is complete unless a case says something else.
  const isWhole = typeof text === 'string' && text.includes('-- the end')
  writeFileSync(file, isWhole ? `${text}-- PostgreSQL database dump complete\n` : text)
  await refuseUnreadable({ file, path: 'dump.sql' })
  const reader = new DumpReader(file, 'dump.sql')
  const items: string[] = []
  for (let next = await reader.next(); next; next = await reader.next()) {
    items.push(`${next.line} ${next.text}`)
    if (!/^copy/i.test(next.text)) continue
    for await (const rows of reader.rows()) items.push(...rows.map((row) => `row ${row}`))
  }

  return items
}
