import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { type FunctionFiles, mapForOldServe } from './function-folder.ts'
import { OLD_SERVE_SHIM, RUNNER } from './runner-script.ts'

export type ProcessOptions = {
  deno: string
  /** The folder that functions may read. */
  folder: string
  environment: Readonly<Record<string, string>>
  /** Called with each line that the function prints. */
  print(name: string, line: string): void
}

export type FunctionProcess = {
  /** The socket, once the function takes requests; null if it cannot start. */
  ready: Promise<string | null>
  /** Resolves when the process has ended, with whether it ran out of memory. */
  ended: Promise<{ isOutOfMemory: boolean }>
  stop(): void
}

const START_LIMIT_MS = 60_000
const HEAP_MB = 256
const LONGEST_LINE = 8_192
const OUT_OF_MEMORY = /out of memory|heap limit/i

/** Deno lets no program use sockets below /dev, where some systems have a temporary folder. */
const PLACES = tmpdir().startsWith('/dev/') ? '/tmp' : tmpdir()

/** Runs a function in a Deno of its own, which may use the network and read the project's functions. */
export function startFunction(files: FunctionFiles, options: ProcessOptions): FunctionProcess {
  const place = mkdtempSync(join(PLACES, 'fn-'))
  const scratch = join(place, 'tmp')
  mkdirSync(scratch)
  const socket = join(place, 's')
  const token = randomUUID()
  const child = spawn(
    options.deno,
    [...argumentsFor(files, { ...options, place, scratch, socket }), token],
    { cwd: scratch, env: environmentFor(options, scratch), stdio: 'pipe' },
  )
  let isOutOfMemory = false
  const ready = new Promise<string | null>((resolve) => {
    const limit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS)
    const end = (result: string | null) => {
      clearTimeout(limit)
      resolve(result)
    }
    child.once('close', () => end(null))
    child.once('error', () => end(null))
    readLines(child, (line) => {
      if (line === token) return end(socket)
      if (OUT_OF_MEMORY.test(line)) isOutOfMemory = true
      if (line !== '') options.print(files.name, line.slice(0, LONGEST_LINE))
    })
  })
  const ended = new Promise<{ isOutOfMemory: boolean }>((resolve) => {
    const end = () => {
      rmSync(place, { recursive: true, force: true })
      resolve({ isOutOfMemory })
    }
    child.once('close', end)
    child.once('error', end)
  })

  return { ready, ended, stop: () => void child.kill('SIGKILL') }
}

type Places = ProcessOptions & { place: string; scratch: string; socket: string }

function argumentsFor(files: FunctionFiles, { folder, place, scratch, socket }: Places): string[] {
  const runner = join(place, 'runner.js')
  writeFileSync(runner, RUNNER)
  const readable = [folder, place].join(',')

  return [
    'run',
    '--quiet',
    '--no-prompt',
    '--no-lock',
    `--v8-flags=--max-old-space-size=${HEAP_MB}`,
    '--allow-net',
    '--allow-env',
    `--allow-read=${readable}`,
    // The socket is created by Deno.
    `--allow-write=${scratch},${socket}`,
    ...(files.config === null ? ['--no-config'] : [`--config=${files.config}`]),
    ...importMapFor(files, { folder, place }),
    runner,
    pathToFileURL(files.entry).href,
    socket,
  ]
}

function importMapFor(
  files: FunctionFiles,
  { folder, place }: { folder: string; place: string },
): string[] {
  const shim = join(place, 'old-serve.js')
  const map = mapForOldServe(files, { folder, shim: pathToFileURL(shim).href })
  if (map === null) return files.importMap === null ? [] : [`--import-map=${files.importMap}`]

  const file = join(place, 'import-map.json')
  writeFileSync(shim, OLD_SERVE_SHIM)
  writeFileSync(file, map)
  return [`--import-map=${file}`]
}

/** Only what is listed: a function sees nothing else of this process. */
const environmentFor = ({ environment }: ProcessOptions, scratch: string) => ({
  ...environment,
  TMPDIR: scratch,
  NO_COLOR: '1',
  DENO_NO_UPDATE_CHECK: '1',
})

function readLines(child: ChildProcess, take: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', take)
  }
}
