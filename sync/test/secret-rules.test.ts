import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ALL_RULES } from '#secrets/all-rules.ts'
import { findSecrets } from '#secrets/find-secrets.ts'
import { TextSearch } from '#secrets/search-text.ts'
import { SECRET_ROWS } from '#secrets/secret-rules.ts'
import { isWholeMatrix, randomCases } from './random-cases.ts'
import {
  NAMED_SAMPLES,
  placeholderOf,
  SECRET_SAMPLES,
  TOKEN_SAMPLES,
  tokenOf,
} from './secret-samples.ts'

test('every kind and every form has a sample', () => {
  const sampled = new Set<string>([...SECRET_SAMPLES, ...NAMED_SAMPLES].map(({ kind }) => kind))

  expect(SECRET_ROWS.map(({ kind }) => kind).filter((kind) => !sampled.has(kind))).toEqual([])
})

test('a kind is one row, and tells where its secrets are revoked or that only the person knows', () => {
  const kinds = SECRET_ROWS.map(({ kind }) => kind)

  expect(new Set(kinds).size).toBe(kinds.length)
  expect(SECRET_ROWS.filter(({ revoke }) => /^https?:|\s/.test(revoke))).toEqual([])
})

/** How projects write a token down. */
const CONTEXTS: [string, (token: string) => string][] = [
  ['env file', (token) => `VALUE_A=${token}`],
  ['TypeScript', (token) => `const a = { value: '${token}' }`],
  ['JSON', (token) => `{"value": "${token}"}`],
  ['YAML', (token) => `  value: ${token}`],
  ['Python', (token) => `value = "${token}"  # live`],
  ['comment', (token) => `// was ${token}, see above`],
  ['HTML', (token) => `<a data-value="${token}">x</a>`],
  ['string with escapes', (token) => `"one\\n${token}\\ntwo"`],
]

test.each(TOKEN_SAMPLES)('$kind is found in every context: $name', ({ text, kind }) => {
  const missed = CONTEXTS.filter(([, write]) => {
    const found = kindsIn(`\n${write(text)}\n`)
    return found.length !== 1 || found[0] !== kind
  })

  expect(missed.map(([name]) => name)).toEqual([])
})

test.each([...SECRET_SAMPLES, ...NAMED_SAMPLES])('$kind is found: $name', ({ text, kind }) => {
  expect(kindsIn(`const a = 1\n${text}\n`)).toEqual([kind])
})

test.each(TOKEN_SAMPLES)('a placeholder in the form of $name is harmless', ({ name }) => {
  expect(kindsIn(`value: "${placeholderOf(name)}"`)).toEqual([])
})

const LINES = [
  '',
  'export const total = items.length + 1',
  '// eslint-disable-next-line',
  '  "version": "1.2.3",',
  '<p className="text-sm">Two words</p>',
  'const ñandú = a + "/" + b',
  '#### Keys and tokens are kept elsewhere',
]

const ordinaryText = fc
  .array(fc.constantFrom(...LINES), { maxLength: 20 })
  .map((lines) => lines.join('\n'))

/** Services issue longer tokens than the shortest that a form allows. */
const MORE_CHARACTERS = 20

/** Of random tokens, one in a thousand reads like a word. Ten times as many may be missed. */
const MOST_MISSED = 1 / 100

test.each(randomCases(1000))(
  'random tokens in random files are found, their placeholders are not (seed $seed)',
  (cases) => {
    const files = fc.sample(
      fc.tuple(
        fc.constantFrom(...TOKEN_SAMPLES),
        fc.nat(1_000_000),
        fc.constantFrom(...CONTEXTS),
        ordinaryText,
        ordinaryText,
      ),
      cases,
    )
    const missed = files.filter(([{ kind, name: form }, seed, [, write], before, after]) => {
      const fileWith = (value: string) => `${before}\n${write(value)}\n${after}\n`
      expect(kindsIn(fileWith(placeholderOf(form))), form).toEqual([])
      const found = kindsIn(fileWith(tokenOf(form, seed, MORE_CHARACTERS)))
      return found.length !== 1 || found[0] !== kind
    })

    expect(missed.length).toBeLessThanOrEqual(Math.ceil(files.length * MOST_MISSED))
  },
)

/** The most that a rule may look at, for each character of the text. */
const MOST_STEPS = 40

/** Characters of a text and of four times as much: beyond what a rule looks back, and beyond a window of a large file. */
const SIZES = isWholeMatrix
  ? { usual: [4000, 16_000], large: [64_000, 256_000] }
  : { usual: [1000, 4000], large: [16_000, 64_000] }

const tried = new Set<string>()
let samples = 0

test.each([...SECRET_SAMPLES, ...NAMED_SAMPLES])(
  'a large text of what begins like $kind is work in proportion: $name',
  ({ text }) => {
    samples += 1
    const units = worstUnits(text)
    const isLarge = (i: number) => i === samples % units.length
    // Tokens of one service begin alike: what another sample had is not tried again.
    const fresh = units.filter((unit, i) => isLarge(i) || !tried.has(unit))
    const wrong = fresh.filter((unit) => {
      tried.add(unit)
      // Every unit in two sizes, and another one of each sample in the size of a large file.
      const [n = 0, more = 0] = isLarge(units.indexOf(unit)) ? SIZES.large : SIZES.usual
      const steps = stepsFor(unit, more)
      return steps > more * MOST_STEPS || steps > stepsFor(unit, n) * 4.5
    })

    expect(wrong).toEqual([])
  },
)

test.each([
  ['one anchor, then characters of every run', (n: number) => `eyJ${'-'.repeat(n)}`],
  ['headers without a payload', (n: number) => 'eyJ-'.repeat(n / 4)],
  ['payloads without a header', (n: number) => '.eyJ'.repeat(n / 4)],
  [
    'one long header before many payloads',
    (n: number) => 'eyJ-'.repeat(n / 8) + '.eyJ'.repeat(n / 8),
  ],
  ['addresses without an end', (n: number) => 'postgres://a:'.repeat(n / 13)],
  ['one address with many colons', (n: number) => `postgres://a${':a'.repeat(n / 2)}`],
  ['key headers without an end', (n: number) => '-----BEGIN A '.repeat(n / 13)],
  ['names without a value', (n: number) => 'api_key '.repeat(n / 8)],
  ['names that are values', (n: number) => 'token='.repeat(n / 6)],
  ['names in one name', (n: number) => 'secretKey'.repeat(n / 9)],
  ['names in quotes', (n: number) => '"key":"'.repeat(n / 7)],
  ['one value for many names', (n: number) => `token=${'a1'.repeat(n / 2)}`],
  ['dashes', (n: number) => '-'.repeat(n)],
  ['all anchors', (n: number) => ALL_ANCHORS.repeat(n / ALL_ANCHORS.length)],
  ['all anchors in lines', (n: number) => `${ALL_ANCHORS}\n`.repeat(n / ALL_ANCHORS.length)],
])('%s: four times the text is four times the work', (_, make) => {
  const [small, large] = [250_000, 1_000_000].map((size) => countSteps(make(size))) as [
    number,
    number,
  ]

  expect(large).toBeLessThan(small * 4.5)
  expect(large).toBeLessThan(1_000_000 * MOST_STEPS)
})

const ALL_ANCHORS = ALL_RULES.flatMap(({ anchors }) => anchors).join('')

/** A secret, or what is left of it when its end is cut off, with a character that ends or continues it. */
function worstUnits(secret: string): string[] {
  const cuts = [4, 7, 14, 20, secret.length - 1, secret.length]
  const beginnings = [...new Set(cuts.map((cut) => secret.slice(0, cut)))]

  return beginnings.flatMap((beginning) =>
    ['', '-', '.', '\n', '@'].map((joint) => beginning + joint),
  )
}

const stepsFor = (unit: string, size: number): number =>
  countSteps(unit.repeat(Math.ceil(size / unit.length)))

/** As one portion, the worst case: nothing limits a run but the text. */
function countSteps(text: string): number {
  const search = new TextSearch()
  search.add(text, { isLast: true })

  return search.steps
}

const kindsIn = (text: string) =>
  findSecrets([{ path: 'src/a.ts', bytes: bytesOf(text) }]).findings.map(({ kind }) => kind)

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text))
