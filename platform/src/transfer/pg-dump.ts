import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { StartError } from '#errors/start-error.ts'

const MOST_COMPLAINT = 4_000
const FORMAT = ['--no-password', '--quote-all-identifiers', '--encoding=UTF8']
const ABSENT =
  "This needs PostgreSQL's program pg_dump, which is not on the path: install the client programs of PostgreSQL."
const TOO_OLD =
  'Install the client programs of the server\'s version, or give the files of "supabase db dump" instead.'

/** Runs PostgreSQL's own pg_dump on a server's database. What it writes is plain SQL. */
export async function runPgDump(
  address: string,
  { file, options }: { file: string; options: readonly string[] },
): Promise<void> {
  const url = new URL(address)
  // Whoever lists the processes of this machine sees the arguments.
  const passwords = `${file}.password`
  if (url.password !== '') {
    await writeFile(passwords, passwordLine(decodeURIComponent(url.password)), { mode: 0o600 })
    url.password = ''
    url.searchParams.set('passfile', passwords)
  }

  try {
    await run([...FORMAT, ...options, `--file=${file}`, url.href])
  } finally {
    await rm(passwords, { force: true })
  }
}

const passwordLine = (password: string) => `*:*:*:*:${password.replace(/[\\:]/g, '\\$&')}\n`

async function run(args: readonly string[]): Promise<void> {
  const child = spawn('pg_dump', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-MOST_COMPLAINT)
  })
  const [code] = await once(child, 'close').catch((error: unknown) => {
    throw new StartError(ABSENT, { cause: error })
  })
  if (code === 0) return

  const advice = /version mismatch/.test(complaint) ? `\n${TOO_OLD}` : ''
  throw new StartError(`pg_dump failed: ${complaint.trim()}${advice}`)
}
