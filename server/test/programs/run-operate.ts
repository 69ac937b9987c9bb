import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What a built command printed, as `npm run operate` runs it; rejects with what it complained about. */
export async function runOperate(env: Record<string, string>, ...args: string[]): Promise<string> {
  const program = fileURLToPath(new URL('../../dist/operate.js', import.meta.url))
  const { stdout } = await run(process.execPath, [program, ...args], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, ...env },
  })

  return stdout.trim()
}
