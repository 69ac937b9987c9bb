// From `npm start` to `ready`: on a bare clone, then again. `--against <commit>` measures an older commit in the same run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { path } from './source.js'

const { values } = parseArgs({ options: { against: { type: 'string' } } })
const folder = mkdtempSync(join(tmpdir(), 'gitferry-bench-'))
const commits = [...(values.against ? [values.against] : []), 'HEAD']

for (const commit of commits) await clone(commit)
for (const commit of commits) await report('bare', commit)
for (let turn = 1; turn <= 5; turn++) for (const commit of commits) await report('warm', commit)
rmSync(folder, { recursive: true })

async function clone(commit) {
  const target = join(folder, commit)
  await run('git', ['clone', '-q', path('.'), target])
  await run('git', ['-C', target, 'checkout', '-q', commit])
}

async function run(command, args) {
  const [code] = await once(spawn(command, args, { stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`)
}

async function report(kind, commit) {
  const seconds = await timeToReady(join(folder, commit))
  console.log(`${kind} start  ${commit.padEnd(8)} ${seconds.toFixed(1)} s`)
}

async function timeToReady(cwd) {
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd,
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
