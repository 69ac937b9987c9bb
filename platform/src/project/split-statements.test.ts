import { expect, test } from 'vitest'
import { splitStatements, wordsOf } from './split-statements.ts'

const texts = (sql: string) => splitStatements(sql).map(({ text }) => text)

test.each([
  ['a line comment', 'select --; 1\n2; select 3', ['select --; 1\n2', 'select 3']],
  ['a comment opener inside a line comment', '-- /* \n; */ end', ['-- /*', '*/ end']],
  ['nested comments', 'select /*; /*;*/ ;*/ 1; b', ['select /*; /*;*/ ;*/ 1', 'b']],
  ['a lone dash and slash', '- ;/ * ; a', ['-', '/ *', 'a']],
  ['nothing between separators', ';; end;;', ['end']],
  ['an escaped separator', '\\;; \\;', ['\\;', '\\;']],
  ['a tagged string', 'do $t$ a; $x$ ; $t$; b', ['do $t$ a; $x$ ; $t$', 'b']],
  ['a string without a tag', "do $$ it's ; $$;b", ["do $$ it's ; $$", 'b']],
  ['a dollar within a name', 'select a$b$c; d$b$', ['select a$b$c', 'd$b$']],
  ['a parameter', 'select $1; select $2', ['select $1', 'select $2']],
  ['quotes that are doubled', `select ';'';' 1; "a"";b"`, [`select ';'';' 1`, `"a"";b"`]],
  ['a backslash in a plain string', "select '\\'; 1", ["select '\\'", '1']],
  ['a backslash in an escaped string', "select E'\\';'; 1", ["select E'\\';'", '1']],
  [
    'an actor of a rule',
    'create rule r as on update to t do (notify t; select 1); x',
    ['create rule r as on update to t do (notify t; select 1)', 'x'],
  ],
  ['lines of pg_dump for psql', '-- a\n\\restrict x;y\nselect 1;\n\\unrestrict x\n', ['select 1']],
  ['a stray bracket', 'a ) ; b', ['a )', 'b']],
  [
    'an atomic body with a case',
    'create function f() begin\n/* c */ atomic select case when a then 1 end; select 2; END; x',
    ['create function f() begin\n/* c */ atomic select case when a then 1 end; select 2; END', 'x'],
  ],
  [
    'names that contain atomic',
    'select is_atomic; begin; atomic; y',
    ['select is_atomic', 'begin', 'atomic', 'y'],
  ],
  ['letters beyond ASCII', 'select é$t$; ñ; 🚢', ['select é$t$', 'ñ', '🚢']],
])('%s', (_what, sql, expected) => {
  expect(texts(sql)).toEqual(expected)
})

test.each(["'", '"', '$$', '/*', "E'", '(', 'begin atomic'])(
  'a file that ends within %s is one statement',
  (opener) => {
    expect(texts(`select 1; a ${opener} ; b`)).toEqual(['select 1', `a ${opener} ; b`])
  },
)

test('a statement knows the line on which its text begins', () => {
  expect(splitStatements('\n a;\n\n/* x\n */ b\n;c').map(({ line }) => line)).toEqual([2, 4, 6])
})

test('a large file takes time in proportion to its size', () => {
  const rows = "insert into t values ('a;', $$b;$$, E'\\'', \"c\"); -- d;\n".repeat(40_000)

  expect(splitStatements(rows)).toHaveLength(40_000 + 1)
})

test.each(["'", '$$', '"'])('a string of many megabytes within %s is one token', (quote) => {
  const long = `select ${quote}${';x\n'.repeat(10_000_000)}${quote}`

  expect(splitStatements(`${long}; b`)).toEqual([
    { text: long, line: 1 },
    { text: 'b', line: 10_000_001 },
  ])
})

test('words are read without comments, case and quotes', () => {
  expect(wordsOf('/* a */ Create EXTENSION if not exists "uuid-ossp" -- x\n with', 6)).toEqual([
    'create',
    'extension',
    'if',
    'not',
    'exists',
    'uuid-ossp',
  ])
})
