import { expect, test } from 'vitest'
import { findSecrets } from '#secrets/find-secrets.ts'
import { TextSearch } from '#secrets/search-text.ts'
import { SECRET_KINDS, SECRET_RULES } from '#secrets/secret-rules.ts'
import { SECRET_SAMPLES } from './secret-samples.ts'

test('every rule and every kind has a sample', () => {
  const sampled = new Set(SECRET_SAMPLES.map(({ kind }) => kind))
  const anchors = SECRET_RULES.flatMap((rule) => rule.anchors)
  const without = anchors.filter((one) => !SECRET_SAMPLES.some(({ text }) => text.includes(one)))

  expect(SECRET_KINDS.filter((kind) => !sampled.has(kind))).toEqual([])
  expect(without).toEqual([])
})

test.each(SECRET_SAMPLES)('$kind is found with its line and its beginning: $name', (sample) => {
  const text = `const a = 1\nconst key = "${sample.text}"\n`

  expect(findSecrets([{ path: 'src/a.ts', bytes: bytesOf(text) }]).findings).toEqual([
    { path: 'src/a.ts', line: 2, kind: sample.kind, start: sample.text.slice(0, 6) },
  ])
})

/** The most that a rule may look at, for each character of the text. */
const MOST_STEPS = 30

/** One of each rule is enough: the others differ in their first letters. */
const ONE_OF_EACH = SECRET_RULES.flatMap((rule) => {
  const sample = SECRET_SAMPLES.find(({ text }) => rule.anchors.some((one) => text.includes(one)))
  return sample ? [sample] : []
})

test.each(ONE_OF_EACH)(
  '1 MB of what begins like $kind is work in proportion: $name',
  ({ text }) => {
    const wrong = worstUnits(text).filter((unit, i) => {
      // Every unit in two sizes, and some of them in the size of a large file.
      const [n, more] = i % 7 === 0 ? [250_000, 1_000_000] : [16_000, 64_000]
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

const ALL_ANCHORS = SECRET_RULES.flatMap(({ anchors }) => anchors).join('')

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

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text))
