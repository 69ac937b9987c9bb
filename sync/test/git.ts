import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Mode } from '#objects/listing.ts'
import { runProgram } from './run-program.ts'

export type TestFile = { path: string; bytes: Uint8Array<ArrayBuffer>; mode: Mode }

/** A folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-sync-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const git = (folder: string, args: readonly string[], input?: string | Uint8Array): string =>
  gitBytes(folder, args, input).toString().trimEnd()

export function gitBytes(
  folder: string,
  args: readonly string[],
  input?: string | Uint8Array,
): Buffer {
  const { status, output, error } = runProgram(folder, ['git', ...args], input)
  if (status !== 0) throw new Error(`git ${args.join(' ')} ended with ${status}: ${error}`)
  return output
}

/** Whether git accepts the command. */
export const gitAccepts = (folder: string, args: readonly string[], input?: string): boolean =>
  runProgram(folder, ['git', ...args], input).status === 0

/** An empty repository that changes no line ends. */
export function newRepository(): string {
  const folder = temporaryFolder()
  git(folder, ['init', '-q', '-b', 'main', '--template='])
  git(folder, ['config', 'core.autocrlf', 'false'])
  git(folder, ['config', 'core.precomposeunicode', 'false'])
  return folder
}

export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** The tree that git writes for these files; one process, whatever their number. */
export function treeOf(repository: string, files: readonly TestFile[]): string {
  const answer = fastImport(repository, [...commitCommands('tree-of', files), 'ls ""\n'])

  return /tree ([0-9a-f]{40})/.exec(answer)?.[1] ?? EMPTY_TREE
}

/** The tree of git's own merge, path by path; null if it has conflicts. */
export function gitMerge(
  repository: string,
  sides: { base: readonly TestFile[]; local: readonly TestFile[]; remote: readonly TestFile[] },
): string | null {
  fastImport(repository, [
    ...commitCommands('base', sides.base, { mark: 1 }),
    ...commitCommands('local', sides.local, { from: ':1' }),
    ...commitCommands('remote', sides.remote, { from: ':1' }),
  ])
  const { status, output } = runProgram(repository, [
    'git',
    '-c',
    'merge.renames=false',
    'merge-tree',
    '--write-tree',
    'remote',
    'local',
  ])
  return status === 0 ? output.toString().trim() : null
}

type CommitOptions = { mark?: number; from?: string; seconds?: number }

/** What `git fast-import` is told to commit these files to a branch. */
export function commitCommands(
  branch: string,
  files: readonly TestFile[],
  { mark, from, seconds = 0 }: CommitOptions = {},
): (string | Uint8Array)[] {
  return [
    `reset refs/heads/${branch}\ncommit refs/heads/${branch}\n`,
    mark === undefined ? '' : `mark :${mark}\n`,
    `committer A <a@example.test> ${seconds} +0000\ndata 0\n`,
    from === undefined ? '' : `from ${from}\n`,
    'deleteall\n',
    ...files.flatMap(({ path, bytes, mode }) => [
      `M ${mode} inline ${path}\ndata ${bytes.length}\n`,
      bytes,
      '\n',
    ]),
  ]
}

const fastImport = (repository: string, commands: readonly (string | Uint8Array)[]): string =>
  git(
    repository,
    ['fast-import', '--quiet', '--force'],
    Buffer.concat(commands.map((part) => Buffer.from(part as Uint8Array))),
  )

/** Removes what lies in a work tree; the repository stays. */
export function emptyWorkTree(repository: string): void {
  for (const name of readdirSync(repository)) {
    if (name !== '.git') rmSync(join(repository, name), { recursive: true })
  }
}

export function writeFiles(folder: string, files: readonly TestFile[]): void {
  for (const { path, bytes, mode } of files) {
    const full = join(folder, path)
    mkdirSync(dirname(full), { recursive: true })
    if (mode === '120000') symlinkSync(Buffer.from(bytes), full)
    else writeFileSync(full, bytes, { mode: mode === '100755' ? 0o755 : 0o644 })
  }
}
