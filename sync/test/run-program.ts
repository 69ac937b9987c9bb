import { execFileSync, spawn } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The settings of the machine must not decide what git does here. Nothing here survives the test: no fsync. */
export const ENVIRONMENT = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'core.fsync',
  GIT_CONFIG_VALUE_0: 'none',
  GIT_CONFIG_KEY_1: 'gc.auto',
  GIT_CONFIG_VALUE_1: '0',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.test',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.test',
}

type Ended = { status: number; output: Buffer; error: string }

type Run = (folder: string, words: readonly string[], input?: string | Uint8Array) => Ended

let shell: { run: Run; close(): void } | undefined

export function closeShell(): void {
  shell?.close()
  shell = undefined
}

/**
 * Runs a program and waits. A small shell starts it: a fork copies the page tables, which takes 15 ms in a process as
 * large as a test runner.
 */
export const runProgram: Run = (folder, words, input) => {
  shell ??= startShell()
  return shell.run(folder, words, input)
}

function startShell(): { run: Run; close(): void } {
  const own = mkdtempSync(join(tmpdir(), 'gitferry-shell-'))
  const [commands, results, input, output, error] = ['c', 'r', 'i', 'o', 'e'].map((name) =>
    join(own, name),
  ) as [string, string, string, string, string]
  execFileSync('mkfifo', [commands, results])
  // It ends when the pipe it reads is closed, at the latest with this process.
  spawn('sh', ['-c', 'exec sh <"$0" >"$1"', commands, results], {
    env: ENVIRONMENT,
    stdio: 'ignore',
  }).unref()
  const toShell = openSync(commands, 'w')
  const fromShell = openSync(results, 'r')

  const run: Run = (folder, words, given = '') => {
    writeFileSync(input, given)
    const command = `cd ${quoted(folder)} && exec ${words.map(quoted).join(' ')}`
    const files = `<${quoted(input)} >${quoted(output)} 2>${quoted(error)}`
    writeSync(toShell, `(${command}) ${files}; echo $?\n`)

    return {
      status: Number(lineFrom(fromShell)),
      output: readFileSync(output),
      error: readFileSync(error, 'utf8'),
    }
  }
  const close = () => {
    closeSync(toShell)
    closeSync(fromShell)
    rmSync(own, { recursive: true, force: true })
  }

  return { run, close }
}

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`

function lineFrom(pipe: number): string {
  const bytes = Buffer.alloc(16)
  let line = ''
  while (!line.endsWith('\n')) {
    const count = readSync(pipe, bytes)
    if (count === 0) throw new Error('The shell that starts programs ended.')
    line += bytes.toString('latin1', 0, count)
  }
  return line
}
