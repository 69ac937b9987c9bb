import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import { inject, onTestFinished } from 'vitest'
import '#test/databases/given.ts'
import { freePort } from '#test/databases/free-port.ts'
import { emptyLocation } from '#test/fresh-database.ts'
import { newFolder } from '#test/functions/function-folder.ts'
import { runPlatform } from '#test/programs/run-command.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/run-platform.js', import.meta.url))

/** A project in a folder of its own, over a database of its own. */
export async function newProject(files: Record<string, string>, toml = '') {
  const folder = newFolder({})
  const [port, mailbox] = [await freePort(), await freePort()]
  const write = (path: string, text: string) => {
    const file = join(folder, 'supabase', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const ports = `api.port = ${port}\ninbucket.port = ${mailbox}\n`
  write('config.toml', `${ports}${toml}`)
  for (const [path, text] of Object.entries(files)) write(path, text)
  const place = inject('database').kind === 'postgres' ? await emptyLocation() : null
  const uri = place?.kind === 'postgres' ? ['--db-uri', place.url] : []
  const common = ['--workdir', folder, ...uri]

  return {
    folder,
    write,
    /** config.toml without what the test has added. */
    toml: ports,
    /** null: the embedded database, which other programs cannot reach. */
    database: place?.kind === 'postgres' ? place.url : null,
    address: `http://127.0.0.1:${port}`,
    mailbox: `http://127.0.0.1:${mailbox}`,
    start: (env: Record<string, string> = {}) => runPlatform(['start', ...common], env),
    run: (...args: string[]) => runProgram([...args, ...common]),
    runWith: (env: Record<string, string>, ...args: string[]) =>
      runProgram([...args, ...common], env),
  }
}

/** A command that ends by itself. */
export async function runProgram(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [printed, complaint] = ['', '']
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  const [code] = await once(child, 'close')

  return { code: code as number | null, printed: printed.trimEnd(), complaint: complaint.trimEnd() }
}

/** The official client of a running project. */
export function clientOf(printed: string, key = 'PUBLISHABLE_KEY') {
  const status = Object.fromEntries(
    printed.split('\n').flatMap((line) => {
      const [, name, value] = /^([A-Z_]+) +(\S+)$/.exec(line) ?? []
      return name && value ? [[name, value]] : []
    }),
  )
  // Node 20 has no WebSocket, and nothing here needs one.
  const realtime = { transport: class {} as never }

  return createClient(status.API_URL ?? '', status[key] ?? '', { realtime })
}
