import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** Starts a program; resolves with the address from its output once it serves. */
export async function startProgram(
  file,
  args = [],
  { env = {}, cwd, serves = /ready (http\S+)/ } = {},
) {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(cwd && { cwd }),
  })
  const ended = once(child, 'exit')
  process.once('exit', () => child.kill('SIGKILL'))
  const url = await Promise.race([
    servingAddress(child, serves),
    ended.then(() => Promise.reject(new Error(`${file} did not start`))),
  ])

  return {
    url,
    pid: child.pid,
    cpuMs: () => cpuMsOf(child.pid),
    memoryMb: () => memoryMbOf(child.pid),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function servingAddress(child, serves) {
  const lines = createInterface({ input: child.stdout })
  const url = await new Promise((resolve) => {
    lines.on('line', (line) => {
      const found = serves.exec(line)
      if (found) resolve(found[1])
    })
  })
  child.stdout.resume()
  return url
}

/** Clock ticks are hundredths of a second on every Linux; elsewhere there is nothing to read. */
export function cpuMsOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

function memoryMbOf(pid) {
  try {
    const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kb) / 1024)
  } catch {
    return Number.NaN
  }
}
