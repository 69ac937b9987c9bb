import { SyncError } from '#errors/sync-error.ts'
import { type Bytes, decodeUtf8 } from '#objects/bytes.ts'
import { foldersAbove, type Mode, nameIn } from '#objects/listing.ts'
import { PATH_REASONS, type PathReason, pathRefusal } from '#paths/path-refusal.ts'
import { ignoreRules } from './ignore-rules.ts'

/** A file as its source has it; a mode of null means that the source does not say. */
export type SourceFile = { path: string; bytes: Bytes; mode: Mode | null }

/** An archive may hold sockets, pipes and devices too. */
export type ArchivedFile = SourceFile & { isSpecial?: boolean }

/** Paths that would land outside of the project: only an attack has one. */
const ESCAPES = ['absolute', 'dot_segment'] as const
/** Two files of the project want one place, and nobody can say which one is meant. */
const CLASHES = ['file_is_folder', 'same_name', 'below_submodule'] as const

/** Why a repository cannot hold one entry, while all others can go. */
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

/** A path ending in a slash stands for everything below it. */
export type LeftOut = { path: string; reason: LeftOutReason }

export type FileSet = {
  files: SourceFile[]
  leftOut: LeftOut[]
  /** The folder that held everything and was taken off. */
  folder: string | null
}

/**
 * The files of a project, from a folder or an editor. What a repository cannot hold is left out with its reason; throws
 * where a path leads out of the project, or two files want one place.
 */
export const readFiles = (
  list: readonly SourceFile[],
  options: { keepFolder?: boolean } = {},
): FileSet => gatherFiles(list, options)

export function gatherFiles(
  list: readonly ArchivedFile[],
  { keepFolder = false }: { keepFolder?: boolean },
): FileSet {
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

/** Ignored entries never go, so what is odd about them is not worth a word. */
function withoutOdd(
  files: readonly ArchivedFile[],
  leftOut: Map<string, LeftOutReason>,
): SourceFile[] {
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

/** Builders and GitHub put everything below one folder; it is not part of the project. */
function sharedFolder(files: readonly SourceFile[]): string | null {
  const first = files[0]?.path.split('/', 1)[0] ?? ''
  const isShared =
    files.length > 0 &&
    pathRefusal(first) === null &&
    files.every(({ path }) => path.startsWith(`${first}/`))

  return isShared ? first : null
}

/** Why a repository, or a project, cannot hold this entry. */
export function oddityOf(
  { path, bytes, mode, isSpecial }: ArchivedFile,
  refusal = pathRefusal(path),
): LeftOutReason | null {
  if (refusal) return refusal as OddReason
  if (isSpecial) return 'special_file'
  if (mode !== '120000') return null

  // Git itself refuses to read its settings through a link.
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
 * Files that give way to others which need their place; throws if neither is ignored. macOS and git disagree on the
 * spelling of letters with accents, so names are compared in one form.
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
