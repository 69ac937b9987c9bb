import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { commitCommands, EMPTY_TREE, newRepository, type TestFile } from './git.ts'
import { ENVIRONMENT } from './run-program.ts'

/** The trees that git writes for any files: one running git, in a repository of its own. */
export function openTreeNames(): (files: readonly TestFile[]) => Promise<string> {
  const git = keepRunning(newRepository(), ['fast-import', '--quiet', '--force'])

  return async (files) => {
    const answer = await git.ask([...commitCommands('tree-of', files), 'ls ""\n'])
    return /tree ([0-9a-f]{40})/.exec(answer)?.[1] ?? EMPTY_TREE
  }
}

/** Somebody else's commits to the main branch, as root or on top of another: one running git. */
export function openCommits(
  repository: string,
): (files: readonly TestFile[], parent?: string) => Promise<string> {
  const git = keepRunning(repository, [
    '-c',
    // The stand-in reads loose objects only.
    'fastimport.unpackLimit=1000000',
    'fast-import',
    '--quiet',
    '--force',
  ])
  let made = 0

  return async (files, parent) => {
    made += 1
    const sha = await git.ask([
      // Commits of different seconds have different names.
      ...commitCommands('main', files, {
        mark: made,
        seconds: made,
        ...(parent !== undefined && { from: parent }),
      }),
      `get-mark :${made}\n`,
    ])
    await git.ask(['checkpoint\nprogress written\n'])

    return sha
  }
}

/** What a name such as `refs/heads/main^{tree}` stands for at the moment: one running git. */
export function openNames(repository: string): (name: string) => Promise<string> {
  const git = keepRunning(repository, ['cat-file', '--batch-check=%(objectname)'])

  return (name) => git.ask([`${name}\n`])
}

/** A git that answers each question with one line; it ends with the test. */
function keepRunning(folder: string, args: readonly string[]) {
  const child = spawn('git', args, {
    cwd: folder,
    env: ENVIRONMENT,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  onTestFinished(async () => {
    child.stdin.end()
    await ended
  })

  return {
    async ask(parts: readonly (string | Uint8Array)[]): Promise<string> {
      child.stdin.write(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))))
      const { value, done } = await lines.next()
      if (done) throw new Error(`git ${args.join(' ')} ended.`)
      return value
    },
  }
}
