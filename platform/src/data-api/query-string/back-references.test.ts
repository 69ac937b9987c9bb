import { expect, test } from 'vitest'
import { hasBackReference } from './back-references.ts'
import { refuseCostlyPatterns } from './costly-patterns.ts'
import { hasNestedLookaround } from './lookarounds.ts'

test.each([
  String.raw`^(.+)(.+)\1\2$`,
  String.raw`(a)\\\1`,
  String.raw`***:(a)\1`,
  String.raw`(?i)(a)\1`,
  String.raw`***:(?x)(a) \1`,
  String.raw`(?b)\(a\)\1`,
  String.raw`(?qb)\(a\)\1`,
  // Brackets and comments that end in front of the reference, whatever they hold.
  String.raw`(a)[\]\1`,
  String.raw`(a)[]\]\1]\1`,
  String.raw`(a)[[.\.]]\1`,
  String.raw`(?b)\(a\)[\]\1`,
  String.raw`(a)(?#\)\1`,
  '(?x)(a)# \\\n\\1',
  // A control character takes the backslash behind it.
  String.raw`(a)\c\\1`,
  String.raw`(?b)\(a\)\c\1`,
  // Eleven groups make the eleventh one addressable.
  `${'(a)'.repeat(11)}${String.raw`\11`}`,
  // 2^32 + 1 overflows to 1.
  String.raw`(a)\4294967297`,
])('a back-reference is seen in %s', (pattern) => {
  expect(hasBackReference(pattern)).toBe(true)
})

test.each([
  'star.*wars',
  String.raw`a\\1`,
  String.raw`\d{1,3}\.\d`,
  String.raw`***=(a)\1`,
  String.raw`(?q)(a)\1`,
  String.raw`(?bq)(a)\1`,
  String.raw`(?e)(a)\1`,
  String.raw`(?qe)(a)\1`,
  String.raw`(a)\11`,
  String.raw`(a)\061`,
  String.raw`\x31(a)`,
  String.raw`\cA1`,
  'a\\',
  '',
])('there is no back-reference in %s', (pattern) => {
  expect(hasBackReference(pattern)).toBe(false)
})

test.each([
  String.raw`{^(a)\\1$,b}`,
  String.raw`{"b","^(a)\\1$"}`,
  String.raw`{b,(?b)\\(a\\)\\1}`,
  String.raw`{b,(?b)\\(a\\)\\c\\1}`,
])('the elements of %s are looked at', (list) => {
  expect(() => refuseCostlyPatterns(list)).toThrow('Feature not implemented')
})

test('a list of plain patterns passes', () => {
  expect(() => refuseCostlyPatterns(String.raw`{^a,"b\\d","c\\\\1"}`)).not.toThrow()
})

test.each([
  '(?=.*(?=.*xy))',
  '(?=.*((a)(?!.*xy)))',
  '(?<=x(?<!y))',
  '***:(?i)(?=.*(?=.*xy))',
  // Parentheses that close nothing.
  '(?=.*[)](?=.*xy))',
  '(?=.*[])](?=.*xy))',
  '(?=.*[^])](?=.*xy))',
  String.raw`(?=.*[\])](?=.*xy))`,
  '(?=.*[[:alpha:])](?=.*xy))',
  '(?=.*[[.).]](?=.*xy))',
  String.raw`(?=.*\)(?=.*xy))`,
  String.raw`(?=.*\c)(?=.*xy))`,
  '(?=.*(?#()(?=.*xy))',
  '(?x)(?=.*# )\n(?=.*xy))',
])('a nested lookaround is seen in %s', (pattern) => {
  expect(hasNestedLookaround(pattern)).toBe(true)
})

test.each([
  '(?=.*[A-Z])(?=.*[0-9]).{8,}',
  '(?=.*xy)',
  String.raw`(?=.*a)\((?=.*b)`,
  '***=(?=(?=',
  '(?e)(?=(?=',
  '((?=a)|(?!b))',
])('no lookaround is nested in %s', (pattern) => {
  expect(hasNestedLookaround(pattern)).toBe(false)
})
