import { SyncError } from '#errors/sync-error.ts'
import { type Bytes, decodeUtf8 } from '#objects/bytes.ts'
import { foldersAbove, type Mode, nameIn } from '#objects/listing.ts'
import { PATH_REASONS, type PathReason, pathRefusal } from '#paths/path-refusal.ts'
import { ignoreRules } from './ignore-rules.ts'

/** A file from its source; a null mode means that the source has none. */
export type SourceFile = { path: string; bytes: Bytes; mode: Mode | null }

/** An archive may also contain sockets, pipes and devices. */
export type ArchivedFile = SourceFile & { isSpecial?: boolean }

/** Paths outside the project occur only in attacks. */
const ESCAPES = ['absolute', 'dot_segment'] as const
/** Two project files conflict over one path, and neither can be preferred. */
const CLASHES = ['file_is_folder', 'same_name', 'below_submodule'] as const

/** Why a repository cannot store this entry, while all others can be pushed. */
export type OddReason = Exclude<
  PathReason,
  (typeof ESCAPES)[number] | (typeof CLASHES)[number] | 'git_folder'
>

const LEFT_OUT_BY_RULE = [
  'git_folder',
  'node_modules',
  'system_file',
  'ignored',
  'env_file',
] as const

export type LeftOutReason = (typeof LEFT_OUT_BY_RULE)[number] | OddReason

export const isOdd = (reason: string): reason is OddReason =>
  !LEFT_OUT_BY_RULE.some((one) => one === reason) && PATH_REASONS.some((one) => one === reason)

/** A path ending in a slash includes everything below it. */
export type LeftOut = { path: string; reason: LeftOutReason }

export type FileSet<File extends SourceFile = SourceFile> = {
  files: File[]
  leftOut: LeftOut[]
  /** The removed common top folder. */
  folder: string | null
}

/**
 * The project files from a folder or editor. Entries that a repository cannot store are left out with a reason; throws for paths outside
 * the project or conflicts.
 */
export const readFiles = (
  list: readonly SourceFile[],
  options: { keepFolder?: boolean } = {},
): FileSet => gatherFiles(list, options)

/** Contents are used of ignore rules and links only. */
export function gatherFiles<File extends ArchivedFile>(
  list: readonly File[],
  { keepFolder = false }: { keepFolder?: boolean },
): FileSet<File> {
  const leftOut = new Map<string, LeftOutReason>()
  const projectFiles = list.filter(({ path }) => {
    if (isSystemFile(path)) leftOut.set(path, 'system_file')
    return !isSystemFile(path)
  })
  const folder = keepFolder ? null : sharedFolder(projectFiles)
  const placed = folder
    ? projectFiles.map((file) => ({ ...file, path: file.path.slice(folder.length + 1) }))
    : projectFiles

  const files = placed.filter(({ path }) => {
    const found = ALWAYS_LEFT_OUT.exec(path)
    if (!found) return true
    const isGit = found[2] === '.git'
    leftOut.set(`${found[1]}${found[2]}/`, isGit ? 'git_folder' : 'node_modules')
    return false
  })

  return {
    files: withoutOdd(files, leftOut),
    leftOut: [...leftOut].map(([path, reason]) => ({ path, reason })),
    folder,
  }
}

/** Ignored entries are never pushed, so their problems are not reported. */
function withoutOdd<File extends ArchivedFile>(
  files: readonly File[],
  leftOut: Map<string, LeftOutReason>,
): File[] {
  const refusals = files.map(({ path }) => pathRefusal(path))
  for (const [i, { path }] of files.entries()) {
    const leading = ESCAPES.find((reason) => reason === refusals[i])
    if (leading) throw refused(path, leading)
  }
  const isIgnored = ignoreRules(files)
  const whole = files.filter((file, i) => {
    const reason = oddityOf(file, refusals[i])
    if (reason) leftOut.set(file.path, isIgnored(file.path) ? 'ignored' : reason)
    return reason === null
  })
  const clashing = ignoredClashes(whole, isIgnored)
  for (const { path } of clashing) leftOut.set(path, 'ignored')

  return whole.filter((file) => !clashing.has(file))
}

const ALWAYS_LEFT_OUT = /^((?:.*?\/)??)(\.git(?=\/|$)|node_modules(?=\/))/s

export const isLeftOutAlways = (path: string): boolean =>
  ALWAYS_LEFT_OUT.test(path) || isSystemFile(path)

const isSystemFile = (path: string) =>
  path.startsWith('__MACOSX/') || ['.DS_Store', 'Thumbs.db'].includes(nameIn(path))

/** Builders and GitHub put everything into one folder, which is not part of the project. */
function sharedFolder(files: readonly SourceFile[]): string | null {
  const first = files[0]?.path.split('/', 1)[0] ?? ''
  const isShared =
    files.length > 0 &&
    pathRefusal(first) === null &&
    files.every(({ path }) => path.startsWith(`${first}/`))

  return isShared ? first : null
}

/** Why a repository or project cannot store this entry. */
export function oddityOf(
  { path, bytes, mode, isSpecial }: ArchivedFile,
  refusal = pathRefusal(path),
): LeftOutReason | null {
  if (refusal) return refusal as OddReason
  if (isSpecial) return 'special_file'
  if (mode !== '120000') return null

  // Git refuses to read its settings through a link.
  if (/^\.gitmodules$/i.test(nameIn(path))) return 'git_folder'
  return staysInside(path, decodeUtf8(bytes)) ? null : 'link_leaves_project'
}

function staysInside(path: string, target: string | null): boolean {
  if (!target || /^(?:[/\\]|[A-Za-z]:)/.test(target) || target.includes('\0')) return false
  let depth = path.split('/').length - 1
  for (const segment of target.split(/[/\\]/)) {
    if (segment === '..') depth -= 1
    else if (segment !== '' && segment !== '.') depth += 1
    if (depth < 0) return false
  }
  return true
}

/**
 * Ignored files that conflict with others; throws if neither is ignored. macOS and git spell accented letters differently, so names are
 * normalised.
 */
function ignoredClashes(
  files: readonly SourceFile[],
  isIgnored: (path: string) => boolean,
): Set<SourceFile> {
  const clashing = new Set<SourceFile>()
  const settle = (one: SourceFile, other: SourceFile, reason: PathReason) => {
    const ignored = [one, other].find(({ path }) => isIgnored(path))
    if (!ignored) throw refused(one.path, reason)
    clashing.add(ignored)
  }
  const names = new Map<string, SourceFile>()
  for (const file of files) {
    const name = file.path.normalize('NFC')
    const other = names.get(name)
    if (other) settle(file, other, 'same_name')
    if (!clashing.has(file)) names.set(name, file)
  }
  for (const file of files) {
    for (const folder of foldersAbove(file.path.normalize('NFC'))) {
      const other = names.get(folder)
      if (other && !clashing.has(other)) settle(other, file, 'file_is_folder')
    }
  }
  return clashing
}

const refused = (path: string, reason: PathReason) =>
  new SyncError('path_refused', { path, reason })
