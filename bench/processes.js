import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** A line for people, or in production one of JSON. */
const READY = /ready (http\S+)|"url":"(http[^"]+)","msg":"ready"/

/** Starts a program; resolves with the address from its output once it serves. */
export async function startProgram(file, args = [], { env = {}, cwd, serves = READY } = {}) {
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
      if (found) resolve(found[1] ?? found[2])
    })
  })
  child.stdout.resume()
  return url
}

/** In nanoseconds from the scheduler, of all threads: the ticks of `stat` are too coarse for short turns. */
export function cpuMsOf(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const ns = threads.map((id) => Number.parseInt(schedstatOf(pid, id), 10))
    return ns.reduce((sum, one) => sum + one, 0) / 1e6
  } catch {
    // Not Linux.
    return Number.NaN
  }
}

/** '0' for a thread that has just ended. */
function schedstatOf(pid, thread) {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')
  } catch {
    return '0'
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
