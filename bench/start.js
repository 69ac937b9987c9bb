// From `npm start` to `ready`: on a bare clone, then again.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { path } from './source.js'

const clone = join(mkdtempSync(join(tmpdir(), 'gitferry-bench-')), 'clone')
await once(spawn('git', ['clone', '-q', path('.'), clone]), 'exit')

console.log(`bare start    ${(await timeToReady()).toFixed(1)} s`)
for (let turn = 1; turn <= 3; turn++)
  console.log(`warm start    ${(await timeToReady()).toFixed(1)} s`)
rmSync(clone, { recursive: true })

async function timeToReady() {
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...process.env, PORT: '47310' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // An own process group, as in a terminal: a signal reaches npm and its children.
    detached: true,
  })
  let seconds = Number.NaN
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('ready ')) continue
    seconds = (performance.now() - began) / 1000
    break
  }
  process.kill(-child.pid, 'SIGTERM')
  await once(child, 'exit')
  return seconds
}
