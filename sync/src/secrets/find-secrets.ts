import { type CredentialKind, credentialKind, isEnvFile } from '#files/credential-file.ts'
import type { Bytes } from '#objects/bytes.ts'
import { decodePortions, type Encoding, encodingsOf } from './decode-portions.ts'
import { type Match, TextSearch } from './search-text.ts'
import type { SecretKind } from './secret-rules.ts'

/**
 * - a secret: where a possible one stands
 * - a file named after what it holds
 * - `more_in_file`: a file has so many more than are listed
 * - `unsearched_…`: a file that could not be searched
 * - `search_stopped`: there was too much, or too little time; nothing after this place was searched
 */
export type FindingKind =
  | SecretKind
  | CredentialKind
  | 'env_file'
  | 'more_in_file'
  | 'unsearched_archive'
  | 'unsearched_size'
  | 'search_stopped'

export type Finding = {
  path: string
  line: number
  /** Columns count from 1; both are 1 if a finding concerns the whole file. */
  column: number
  endColumn: number
  kind: FindingKind
  /** Only the beginning of a secret is kept. */
  start: string
  /** What `accepted` expects for "not a secret"; null if that is impossible. */
  fingerprint: string | null
  /** The number of findings that this one represents. */
  count: number
}

export type Search = {
  findings: Finding[]
  /** The file in which the search stopped, and all later files. */
  unsearched: string[]
}

export type SearchLimits = {
  /** After so many the search stops, and one more finding names the file where it did. */
  findings: number
  /** Per file; further findings are only counted. */
  findingsInFile: number
  fileBytes: number
  /** Called between portions. */
  isOver: () => boolean
  /** Fingerprints that the member declared not secret. */
  accepted: readonly string[]
}

const DEFAULTS: SearchLimits = {
  findings: 9999,
  findingsInFile: 50,
  // GitHub accepts no larger file.
  fileBytes: 100 * 1024 * 1024,
  isOver: () => false,
  accepted: [],
}

type File = { path: string; bytes: Bytes }

/** For callers that need not stay responsive. */
export function findSecrets(files: readonly File[], limits: Partial<SearchLimits> = {}): Search {
  const search = searchFiles(files, limits)
  for (;;) {
    const { done, value } = search.next()
    if (done) return value
  }
}

/** Finds possible secrets, and files that need a review. Yields after each portion of text. */
export function* searchFiles(
  files: readonly File[],
  options: Partial<SearchLimits> = {},
): Generator<void, Search> {
  const search = openSearch(options)
  for (const file of files) yield* search.add(file)

  return search.found()
}

/** The same for files that come one by one. */
export function openSearch(options: Partial<SearchLimits> = {}) {
  const limits = { ...DEFAULTS, ...options }
  const accepted = new Set(limits.accepted)
  const findings: Finding[] = []
  const unsearched: string[] = []

  return {
    *add(file: File): Generator<void, void> {
      if (unsearched.length > 0) {
        unsearched.push(file.path)
        return
      }
      for (const step of searchFile(file, limits, accepted)) {
        const isStopped = step.finding ? findings.length >= limits.findings : limits.isOver()
        if (isStopped) {
          findings.push(aboutFile(file.path, 'search_stopped', { line: step.line }))
          unsearched.push(file.path)
          return
        }
        if (step.finding) findings.push(step.finding)
        else yield
      }
    },
    found: (): Search => ({ findings, unsearched }),
  }
}

const aboutFile = (
  path: string,
  kind: FindingKind,
  { line = 1, count = 1 }: { line?: number; count?: number } = {},
): Finding => ({ path, line, column: 1, endColumn: 1, kind, start: '', fingerprint: null, count })

/** Without a finding: the search has reached this line. */
type Step = { line: number; finding?: Finding }

function* searchFile(
  file: File,
  { fileBytes, findingsInFile }: SearchLimits,
  accepted: ReadonlySet<string>,
): Generator<Step, void> {
  const { path, bytes } = file
  const whole = (kind: FindingKind): Step => ({ line: 1, finding: aboutFile(path, kind) })
  if (isEnvFile(path)) yield whole('env_file')
  const name = credentialKind(path, bytes)
  if (bytes.length > fileBytes || isArchive(bytes)) {
    yield whole(name ?? (bytes.length > fileBytes ? 'unsearched_size' : 'unsearched_archive'))
    return
  }

  const seen = new Set<string>()
  const more = { line: 0, count: 0 }
  for (const { line, place } of searchBytes(bytes)) {
    if (!place) {
      yield { line }
      continue
    }
    const finding = findingOf(path, place)
    const id = `${line} ${finding.kind}`
    if (seen.has(id) || accepted.has(finding.fingerprint ?? '')) continue
    seen.add(id)
    if (seen.size <= findingsInFile) {
      yield { line, finding }
      continue
    }
    if (more.count === 0) more.line = line
    more.count += 1
  }
  if (more.count > 0) yield { line: more.line, finding: aboutFile(path, 'more_in_file', more) }
  // A finding in the content is more specific than the file's name.
  if (seen.size === 0 && name) yield whole(name)
}

const START_CHARACTERS = 6

const findingOf = (path: string, { text, ...place }: Match): Finding => ({
  path,
  ...place,
  start: text.slice(0, START_CHARACTERS),
  fingerprint: fingerprintOf(place.kind, path, text),
  count: 1,
})

type SearchedPart = { line: number; place?: Match }

function* searchBytes(bytes: Bytes): Generator<SearchedPart, void> {
  for (const encoding of encodingsOf(bytes)) {
    const isDecoded = yield* searchAs(bytes, encoding)
    if (!isDecoded) yield* searchAs(bytes, 'latin1')
  }
}

/** False if the file has another encoding; earlier findings are kept. */
function* searchAs(bytes: Bytes, encoding: Encoding): Generator<SearchedPart, boolean> {
  const search = new TextSearch()
  for (const portion of decodePortions(bytes, encoding)) {
    if (!portion) return false
    for (const place of search.add(portion.text, portion)) yield { line: place.line, place }
    yield { line: search.line }
  }
  return true
}

/** ZIP (and office documents, which are ZIP), gzip, bzip2, xz, 7-Zip, RAR, Zstandard. */
const BEGINNINGS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x1f, 0x8b],
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a],
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  [0x52, 0x61, 0x72, 0x21],
  [0x28, 0xb5, 0x2f, 0xfd],
]

/** Its content cannot be searched without unpacking it. */
const isArchive = (bytes: Bytes): boolean =>
  BEGINNINGS.some((beginning) => beginning.every((byte, i) => bytes[i] === byte))

/**
 * Identifies a found text in a file without revealing it. It keeps only 24 bits of the text: enough to notice changes, too few to confirm a
 * guess. Rule and path are part of both halves, so that one text differs from file to file.
 */
function fingerprintOf(kind: string, path: string, text: string): string {
  const place = hash(`${kind}\n${path}`, 0)

  return `${hex(place, 8)}${hex(hash(text, place) >>> 8, 6)}`
}

const hex = (number: number, digits: number): string =>
  (number >>> 0).toString(16).padStart(digits, '0')

/** FNV-1a, finished like MurmurHash3 to spread its bits. */
function hash(text: string, seed: number): number {
  let h = 0x811c9dc5 ^ seed
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)

  return (h ^ (h >>> 16)) >>> 0
}
