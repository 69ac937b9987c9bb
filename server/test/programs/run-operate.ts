import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** What a built command printed, as `npm run operate` runs it; rejects with what it complained about. */
export const runOperate = (env: Record<string, string>, ...args: string[]): Promise<string> =>
  runOperateWith('', env, ...args)

/** The same, with a line of standard input. */
export async function runOperateWith(
  line: string,
  env: Record<string, string>,
  ...args: string[]
): Promise<string> {
  const program = fileURLToPath(new URL('../../dist/operate.js', import.meta.url))
  const child = spawn(process.execPath, [program, ...args], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, ...env },
  })
  // A command that asks for nothing may have ended.
  child.stdin.on('error', () => {})
  child.stdin.end(`${line}\n`)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  if (code !== 0) throw Object.assign(new Error(stderr.trim()), { stderr })

  return stdout.trim()
}
