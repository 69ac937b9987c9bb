import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { bundledProgram } from './bundled-program.ts'

/** A process that is loaded and locks the folder on command. */
export async function runLocker(folder: string, mode: 'hold' | 'release' = 'hold') {
  const child = spawn(process.execPath, [await bundledProgram('locker'), folder, mode], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await gone
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async () => String((await lines.next()).value)
  await nextLine()

  return {
    pid: child.pid,
    /** What it says then: `held`, or why not. */
    lock: async () => {
      child.stdin.write('go\n')
      return nextLine()
    },
    /** The same without waiting, for a process that is killed in the middle. */
    begin: () => void child.stdin.write('go\n'),
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}
