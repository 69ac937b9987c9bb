import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Mode } from '#objects/listing.ts'

/** The settings of the machine must not decide what git does here. */
const ENVIRONMENT = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.test',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.test',
}

export type TestFile = { path: string; bytes: Uint8Array<ArrayBuffer>; mode: Mode }

/** A folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-sync-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function git(folder: string, args: readonly string[], input?: string | Uint8Array): string {
  return execFileSync('git', args, {
    cwd: folder,
    env: ENVIRONMENT,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
    ...(input !== undefined && { input }),
  }).trimEnd()
}

/** Whether git accepts the command. */
export const gitAccepts = (folder: string, args: readonly string[], input?: string): boolean =>
  spawnSync('git', args, { cwd: folder, env: ENVIRONMENT, ...(input !== undefined && { input }) })
    .status === 0

/** An empty repository that changes no line ends. */
export function newRepository(): string {
  const folder = temporaryFolder()
  git(folder, ['init', '-q', '-b', 'main'])
  git(folder, ['config', 'core.autocrlf', 'false'])
  git(folder, ['config', 'core.precomposeunicode', 'false'])
  return folder
}

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** The tree that git writes for these files; one process, whatever their number. */
export function treeOf(repository: string, files: readonly TestFile[]): string {
  const answer = fastImport(repository, [...commit('tree-of', files), 'ls ""\n'])

  return /tree ([0-9a-f]{40})/.exec(answer)?.[1] ?? EMPTY_TREE
}

/** Commits these files to the main branch, as somebody else would. */
export function commitTree(
  repository: string,
  files: readonly TestFile[],
  parent?: string,
): string {
  const tree = treeOf(repository, files)
  const from = parent === undefined ? [] : ['-p', parent]
  const commit = git(repository, ['commit-tree', tree, '-m', 'Random', ...from])
  git(repository, ['update-ref', 'refs/heads/main', commit])

  return commit
}

/** The tree of git's own merge, path by path; null if it has conflicts. */
export function gitMerge(
  repository: string,
  sides: { base: readonly TestFile[]; local: readonly TestFile[]; remote: readonly TestFile[] },
): string | null {
  fastImport(repository, [
    ...commit('base', sides.base, 'mark :1\n'),
    ...commit('local', sides.local, '', 'from :1\n'),
    ...commit('remote', sides.remote, '', 'from :1\n'),
  ])
  const { status, stdout } = spawnSync(
    'git',
    ['-c', 'merge.renames=false', 'merge-tree', '--write-tree', 'remote', 'local'],
    { cwd: repository, env: ENVIRONMENT, encoding: 'utf8' },
  )
  return status === 0 ? stdout.trim() : null
}

function commit(branch: string, files: readonly TestFile[], mark = '', from = '') {
  const head = `committer A <a@example.test> 0 +0000\ndata 0\n${from}deleteall\n`

  return [
    `reset refs/heads/${branch}\n`,
    `commit refs/heads/${branch}\n${mark}${head}`,
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

export function writeFiles(folder: string, files: readonly TestFile[]): void {
  for (const { path, bytes, mode } of files) {
    const full = join(folder, path)
    mkdirSync(dirname(full), { recursive: true })
    if (mode === '120000') symlinkSync(Buffer.from(bytes), full)
    else writeFileSync(full, bytes, { mode: mode === '100755' ? 0o755 : 0o644 })
  }
}

/** Path → bytes in hexadecimal digits, as a clone has them on disk. */
export function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))

  return Object.fromEntries(
    files
      .map((file) => [relative(folder, file), file] as const)
      .filter(([path]) => !path.startsWith('.git/'))
      .map(([path, file]) => [path, readFileSync(file, 'hex')]),
  )
}
