import { execFile, spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from './temporary-folder.ts'

export const HAS_GIT = spawnSync('git', ['--version']).status === 0

/** The real git, isolated from this machine's configuration. */
export async function gitFor(webUrl: string, token: string) {
  const folder = await temporaryFolder()
  const address = new URL(webUrl)
  address.username = 'x-access-token'
  address.password = token
  const env = {
    ...process.env,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.test',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.test',
  }
  const at = join(folder, 'copy')
  const runIn = (args: string[], cwd: string) => promisify(execFile)('git', args, { cwd, env })
  const git = async (args: string[], cwd: string) => (await runIn(args, cwd)).stdout
  const run = (...args: string[]) => git(args, at)

  return {
    run,
    /** Runs a command that reads its input. */
    give: async (input: string | Buffer, ...args: string[]): Promise<string> => {
      const running = runIn(args, at)
      running.child.stdin?.end(input)
      return (await running).stdout
    },
    /** What git says when a push is refused. */
    refusedPush: async (...refs: string[]): Promise<string> => {
      const failed = await run('push', 'origin', ...refs).catch((error: unknown) => error)
      if (failed instanceof Error) return failed.message.replace(/ +$/gm, '')
      throw new Error('The push was accepted.')
    },
    clone: (path: string) => git(['clone', '-q', `${address.href}${path}`, 'copy'], folder),
    /** Commits one file; its content is the message unless given. */
    async commit(path: string, message: string, content: string | Buffer = message) {
      await mkdir(dirname(join(at, path)), { recursive: true })
      await writeFile(join(at, path), content)
      await run('add', '.')
      await run('commit', '-q', '-m', message)
    },
  }
}
