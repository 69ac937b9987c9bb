import { type CredentialKind, credentialKind, isEnvFile } from '#files/credential-file.ts'
import type { Bytes } from '#objects/bytes.ts'
import { isArchive } from './archive-file.ts'
import { decodePortions, type Encoding, encodingsOf } from './decode-portions.ts'
import { TextSearch } from './search-text.ts'
import type { SecretKind } from './secret-rules.ts'

/**
 * - a secret: where a possible one stands
 * - a file named after what it holds
 * - `unsearched_…`: a file that could not be searched
 * - `search_stopped`: there was too much, or too little time; nothing after this place was searched
 */
export type FindingKind =
  | SecretKind
  | CredentialKind
  | 'env_file'
  | 'unsearched_archive'
  | 'unsearched_size'
  | 'search_stopped'

/** Of a secret only the beginning is kept. */
export type Finding = { path: string; line: number; kind: FindingKind; start: string }

export type Search = {
  findings: Finding[]
  /** The files after the place where the search stopped, and the one it stopped in. */
  unsearched: string[]
}

export type SearchLimits = {
  /** One more is the place where the search stopped. */
  findings: number
  fileBytes: number
  /** Asked between portions. */
  isOver: () => boolean
}

export const SEARCH_LIMITS: SearchLimits = {
  findings: 199,
  // GitHub takes no larger file.
  fileBytes: 100 * 1024 * 1024,
  isOver: () => false,
}

type File = { path: string; bytes: Bytes }

/** For a caller that need not stay responsive. */
export function findSecrets(files: readonly File[], limits: Partial<SearchLimits> = {}): Search {
  const search = searchFiles(files, limits)
  for (;;) {
    const { done, value } = search.next()
    if (done) return value
  }
}

/** Possible secrets, and files that a person should look at. Yields after each portion of text. */
export function* searchFiles(
  files: readonly File[],
  given: Partial<SearchLimits> = {},
): Generator<void, Search> {
  const limits = { ...SEARCH_LIMITS, ...given }
  const findings: Finding[] = []
  for (const [i, file] of files.entries()) {
    for (const step of searchFile(file, limits)) {
      const isStopped = step.finding ? findings.length >= limits.findings : limits.isOver()
      if (isStopped) {
        findings.push({ path: file.path, line: step.line, kind: 'search_stopped', start: '' })
        return { findings, unsearched: files.slice(i).map(({ path }) => path) }
      }
      if (step.finding) findings.push(step.finding)
      else yield
    }
  }
  return { findings, unsearched: [] }
}

/** Without a finding: a portion was searched up to this line. */
type Step = { line: number; finding?: Finding }

function* searchFile(file: File, { fileBytes }: SearchLimits): Generator<Step, void> {
  const { path, bytes } = file
  const whole = (kind: FindingKind): Step => ({
    line: 1,
    finding: { path, line: 1, kind, start: '' },
  })
  if (isEnvFile(path)) yield whole('env_file')
  const name = credentialKind(path, bytes)
  if (bytes.length > fileBytes || isArchive(bytes)) {
    yield whole(name ?? (bytes.length > fileBytes ? 'unsearched_size' : 'unsearched_archive'))
    return
  }

  let isNamed = name === null
  const seen = new Set<string>()
  for (const step of searchBytes(file)) {
    const id = step.finding && `${step.line} ${step.finding.kind}`
    if (id !== undefined && seen.has(id)) continue
    if (id !== undefined) {
      seen.add(id)
      // What was found in the file says more than its name.
      isNamed = true
    }
    yield step
  }
  if (!isNamed && name) yield whole(name)
}

function* searchBytes({ path, bytes }: File): Generator<Step, void> {
  for (const encoding of encodingsOf(bytes)) {
    const isDecoded = yield* searchAs({ path, bytes }, encoding)
    if (!isDecoded) yield* searchAs({ path, bytes }, 'latin1')
  }
}

/** False if the file is in another encoding; what was found until there stays. */
function* searchAs({ path, bytes }: File, encoding: Encoding): Generator<Step, boolean> {
  const search = new TextSearch()
  for (const portion of decodePortions(bytes, encoding)) {
    if (!portion) return false
    for (const { line, kind, start } of search.add(portion.text, portion)) {
      yield { line, finding: { path, line, kind, start } }
    }
    yield { line: search.line }
  }
  return true
}
