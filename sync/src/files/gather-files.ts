import { SyncError } from '#errors/sync-error.ts'
import { type Bytes, decodeUtf8 } from '#objects/bytes.ts'
import { foldersAbove, type Mode, nameIn } from '#objects/listing.ts'
import { type PathReason, pathRefusal } from '#paths/path-refusal.ts'

/** A file as its source has it; a mode of null means that the source does not say. */
export type SourceFile = { path: string; bytes: Bytes; mode: Mode | null }

export type LeftOutReason = 'git_folder' | 'node_modules' | 'system_file' | 'ignored' | 'env_file'

/** A path ending in a slash stands for everything below it. */
export type LeftOut = { path: string; reason: LeftOutReason }

export type FileSet = {
  files: SourceFile[]
  leftOut: LeftOut[]
  /** The folder that held everything and was taken off. */
  folder: string | null
}

/** The files of a project, from a folder or an editor. Throws if a repository could not hold one of them. */
export const readFiles = (
  list: readonly SourceFile[],
  options: { keepFolder?: boolean } = {},
): FileSet => gatherFiles(list, options)

export function gatherFiles(
  list: readonly SourceFile[],
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
  for (const file of files) refuseFile(file)
  refuseClashes(files)

  return {
    files,
    leftOut: [...leftOut].map(([path, reason]) => ({ path, reason })),
    folder,
  }
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

function refuseFile({ path, bytes, mode }: SourceFile): void {
  const reason = pathRefusal(path)
  if (reason) throw refused(path, reason)
  if (mode !== '120000') return

  // Git itself refuses to read its settings through a link.
  if (/^\.gitmodules$/i.test(nameIn(path))) throw refused(path, 'git_folder')
  if (!staysInside(path, decodeUtf8(bytes))) throw refused(path, 'link_leaves_project')
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

/** macOS and git disagree on the spelling of letters with accents, so names are compared in one form. */
function refuseClashes(files: readonly SourceFile[]): void {
  const names = new Map<string, string>()
  for (const { path } of files) {
    const name = path.normalize('NFC')
    if (names.has(name)) throw refused(path, 'same_name')
    names.set(name, path)
  }
  for (const { path } of files) {
    for (const folder of foldersAbove(path.normalize('NFC'))) {
      const file = names.get(folder)
      if (file !== undefined) throw refused(file, 'file_is_folder')
    }
  }
}

const refused = (path: string, reason: PathReason) =>
  new SyncError('path_refused', { path, reason })
